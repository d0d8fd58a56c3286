import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { salesWithGaps, unitSessionRate, weeklyAdSpend, weeklySales } from './sample.fixture.ts'
import { Button } from '#web/ui/Button.tsx'
import { Sparkline } from './Sparkline.tsx'

const read = weeklySales.values.slice(0, 26)
const prior = weeklySales.prior!.slice(0, 26)

const TEXTS = ['First', 'Second', 'Third', 'Fourth']

/** Other dates are chosen while the pointer rests on a point. */
function Shortened() {
  const [isShort, setShort] = useState(false)
  const texts = isShort ? TEXTS.slice(0, 2) : TEXTS
  return (
    <>
      <Sparkline
        tone="sales"
        values={texts.map((_, index) => String(index))}
        tipAt={(index) => texts[index]!.toUpperCase()}
        label="Days"
      />
      <Button size="sm" onPress={() => setShort(true)}>
        Two days
      </Button>
    </>
  )
}

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Sparkline',
  states: [
    {
      name: 'In a table, and with its comparison in a reading',
      render: () => (
        <>
          <Sparkline tone="sales" values={read} label="26 weeks of sales" />
          <Sparkline tone="ads" values={weeklyAdSpend.values.slice(0, 26)} label="26 weeks of ad spend" />
          <Sparkline tone="sales" values={read} prior={prior} label="26 weeks of sales" width={132} />
          <Sparkline
            tone="units"
            values={unitSessionRate.values}
            prior={unitSessionRate.prior!}
            label="6 weeks"
            width={132}
          />
        </>
      ),
    },
    { name: 'Fewer days while one is pointed at', render: () => <Shortened /> },
    {
      name: 'Gaps, one value, none',
      render: () => (
        <>
          <Sparkline tone="sales" values={salesWithGaps.values} label="Days, some of them missing" />
          <Sparkline tone="profit" values={['5']} label="One day" />
          <Sparkline tone="profit" values={[null, null]} label="No data" />
        </>
      ),
    },
  ],
}
