import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { categories, type ChartTone } from './chart-series.ts'
import { countFormat, moneyFormat } from './formats.ts'
import { TimeChart } from './TimeChart.tsx'

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const NOW = 13
const usual = HOURS.map((_, hour) => (400 + 380 * Math.sin((hour - 7) / 3.4) + hour * 18).toFixed(2))
const today = usual.map((value, hour) =>
  hour > NOW ? null : (Number(value) * (hour === NOW ? 0.6 : 1.08)).toFixed(2),
)
const COVER: ChartTone[] = ['refunds', 'ads', 'ads', 'profit', 'profit', 'profit', 'units', 'units']
const BRANDS = ['Northwind', 'Halden', 'Mere & Fell', 'Without a brand']

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Chart over categories',
  states: [
    {
      name: 'Hours, with their comparison and one in progress',
      render: () => (
        <TimeChart
          title="Today by hour"
          summary="Sales by hour of today against a usual Friday"
          periods={categories(HOURS, (hour) => (hour === NOW ? 'partial' : undefined))}
          interval="category"
          panels={[
            {
              id: 'sales',
              form: 'bars',
              height: 120,
              format: moneyFormat('EUR'),
              series: [
                {
                  id: 'sales',
                  label: 'Today',
                  tone: 'sales',
                  better: 'more',
                  values: today,
                  prior: usual,
                  priorLabel: 'Usual Friday',
                },
              ],
            },
          ]}
        />
      ),
    },
    {
      name: 'Buckets that differ in meaning, with printed values',
      render: () => (
        <div style={{ width: 460 }}>
          <TimeChart
            title="SKUs by days of cover"
            note="12 SKUs"
            summary="How many SKUs have how many days of cover"
            periods={categories(['0–15', '15–30', '30–60', '60–90', '90–120', '120–180', '180–240', '240+'])}
            interval="category"
            panels={[
              {
                id: 'skus',
                form: 'bars',
                height: 84,
                format: countFormat,
                printsValues: true,
                series: [
                  {
                    id: 'skus',
                    label: 'SKUs',
                    tone: 'units',
                    toneAt: (index) => COVER[index]!,
                    values: ['1', '2', '2', '2', '1', '2', '1', null],
                  },
                ],
              },
            ]}
          />
        </div>
      ),
    },
    {
      name: 'Brands, stacked',
      render: () => (
        <TimeChart
          title="Sales by brand"
          note="EUR"
          summary="Sales by brand, organic and from advertising"
          periods={categories(BRANDS)}
          interval="category"
          panels={[
            {
              id: 'sales',
              form: 'stack',
              height: 120,
              format: moneyFormat('EUR'),
              series: [
                {
                  id: 'organic',
                  label: 'Organic',
                  tone: 'sales',
                  values: ['82000', '51000', '23000', '4000'],
                },
                {
                  id: 'ads',
                  label: 'From advertising',
                  tone: 'ads',
                  values: ['21000', '17000', null, '900'],
                },
              ],
            },
          ]}
        />
      ),
    },
  ],
}
