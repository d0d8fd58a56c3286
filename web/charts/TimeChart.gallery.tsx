import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Button } from '#web/ui/Button.tsx'
import { countFormat, moneyFormat, ratioFormat } from './formats.ts'
import {
  aheadOfOctober,
  costsByMonth,
  dailySales,
  days,
  months,
  salesWithGaps,
  TODAY,
  unitSessionRate,
  weeklyAdSpend,
  weeklySales,
  weeks,
} from './sample.fixture.ts'
import { TimeChart } from './TimeChart.tsx'

const euros = moneyFormat('EUR')
const sixWeeks = weeks.slice(0, 6)
const sixValues = unitSessionRate.values.length

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Chart over time',
  states: [
    {
      name: 'Two panels on one time axis, with a future',
      render: () => (
        <TimeChart
          title="Sales by week"
          summary="Weekly sales and ad spend, this year and last year; sales rose from €64k in May to €77k in November."
          periods={weeks}
          interval="week"
          today={TODAY}
          panels={[
            { id: 'sales', form: 'area', height: 144, series: [weeklySales], format: euros },
            {
              id: 'ads',
              title: 'Ad spend',
              form: 'bars',
              height: 54,
              series: [weeklyAdSpend],
              format: euros,
            },
          ]}
        />
      ),
    },
    {
      name: 'With annotations and a target',
      render: () => (
        <TimeChart
          title="Sales by week"
          note="EUR"
          summary="Weekly sales; they passed the target in the week of the deal alone."
          periods={weeks.map((week, index) => {
            const note = { 7: 'Deal days', 9: 'Price raised', 10: 'Out of stock for two days' }[index]
            return { ...week, ...(note !== undefined && { note }) }
          })}
          interval="week"
          panels={[
            {
              id: 'sales',
              form: 'line',
              height: 144,
              series: [weeklySales],
              format: euros,
              target: { label: 'Target', value: '90000' },
            },
          ]}
        />
      ),
    },
    {
      name: 'Bars with their comparison, and a running difference',
      render: () => (
        <TimeChart
          title="Sales by day"
          note="EUR"
          summary="Daily sales of November against October; the running total is ahead since the 12th."
          periods={days}
          interval="day"
          today={TODAY}
          panels={[
            { id: 'sales', form: 'bars', height: 120, series: [dailySales], format: euros },
            {
              id: 'ahead',
              title: 'Ahead of October, running total',
              form: 'difference',
              height: 80,
              series: [aheadOfOctober],
              format: euros,
            },
          ]}
        />
      ),
    },
    {
      name: 'Stacked bars, one in progress and one forecast',
      render: () => (
        <TimeChart
          title="Costs by month"
          note="EUR"
          summary="Costs by month and kind; Amazon fees are the largest part of every month."
          periods={months}
          interval="month"
          panels={[{ id: 'costs', form: 'stack', height: 180, series: costsByMonth, format: euros }]}
        />
      ),
    },
    {
      name: 'Missing days are gaps, and zero is a value',
      render: () => (
        <TimeChart
          title="Sales by day"
          summary="Daily sales of November; four days were not read, and on the 12th nothing was sold."
          periods={days}
          interval="day"
          panels={[
            { id: 'sales', form: 'line', height: 120, series: [salesWithGaps], format: euros },
            {
              id: 'bars',
              form: 'bars',
              height: 80,
              series: [{ ...salesWithGaps, id: 'units', label: 'Units', tone: 'units' }],
              format: countFormat,
            },
          ]}
        />
      ),
    },
    {
      name: 'A panel without values, and one that has some',
      render: () => (
        <TimeChart
          title="Units and sales by day"
          summary="Daily sales of November; units are in no report of these days."
          periods={days}
          interval="day"
          panels={[
            {
              id: 'units',
              title: 'Units',
              form: 'bars',
              height: 80,
              series: [{ id: 'units', label: 'Units', tone: 'units', values: days.map(() => null) }],
              format: countFormat,
            },
            { id: 'sales', title: 'Sales', form: 'line', height: 80, series: [salesWithGaps], format: euros },
          ]}
        />
      ),
    },
    {
      name: 'A narrow line that does not begin at zero',
      render: () => (
        <div style={{ width: 340 }}>
          <TimeChart
            title="Unit session rate"
            summary={`Unit session rate of ${sixValues} weeks; it rose from 11.8% to 12.7%.`}
            periods={sixWeeks}
            interval="week"
            panels={[
              {
                id: 'rate',
                form: 'line',
                height: 140,
                series: [unitSessionRate],
                format: ratioFormat,
                fromZero: false,
              },
            ]}
          />
        </div>
      ),
    },
    {
      name: 'Controls name what is drawn, and a low panel prints both ends of its scale',
      render: () => (
        <TimeChart
          title="Unit session rate"
          lead={<Button size="sm">Unit session rate</Button>}
          summary={`Unit session rate of ${sixValues} weeks; it rose from 11.8% to 12.7%.`}
          periods={sixWeeks}
          interval="week"
          panels={[
            {
              id: 'rate',
              title: 'Unit session rate',
              form: 'line',
              height: 62,
              series: [unitSessionRate],
              format: ratioFormat,
              fromZero: false,
            },
          ]}
        />
      ),
    },
  ],
}
