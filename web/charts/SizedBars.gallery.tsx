import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { changeOf } from './change.ts'
import { moneyFormat } from './formats.ts'
import { SizedBars, type SizedBar } from './SizedBars.tsx'

const bar = (code: string, label: string, value: string | null, prior: string | null): SizedBar => ({
  id: code,
  label,
  icon: <Flag country={code} />,
  value,
  share: value === null ? null : Number(value) / 312_480,
  change: changeOf(value, prior, { better: 'more' }),
})

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Bars by size',
  states: [
    {
      name: 'With share and growth',
      render: () => (
        <div style={{ width: 560 }}>
          <SizedBars
            summary="Sales by marketplace"
            heads={{ name: 'Marketplace', value: 'Sales' }}
            bars={[
              bar('DE', 'Germany', '181240', '166300'),
              bar('GB', 'United Kingdom', '98610', '101900'),
              bar('AE', 'United Arab Emirates', '32630', '0'),
              bar('SE', 'Sweden', null, null),
            ]}
            total={{
              label: 'All marketplaces',
              value: '312480',
              change: changeOf('312480', '287900', { better: 'more' }),
            }}
            tone="sales"
            format={moneyFormat('EUR')}
            onExplain={() => {}}
          />
        </div>
      ),
    },
  ],
}
