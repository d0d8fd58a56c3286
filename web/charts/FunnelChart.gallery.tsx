import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { FunnelChart } from './FunnelChart.tsx'
import { FunnelShape } from './FunnelShape.tsx'
import { funnelBars, type FunnelStep } from './funnel.ts'

const STEPS: FunnelStep[] = [
  { id: 'impressions', label: 'Impressions', own: '226183', market: '1824060' },
  { id: 'clicks', label: 'Clicks', own: '5162', market: '36117', rateLabel: 'Click rate' },
  { id: 'cartAdds', label: 'Cart adds', own: '1799', market: '11842', rateLabel: 'Cart rate' },
  { id: 'purchases', label: 'Purchases', own: '574', market: '4218', rateLabel: 'Purchase rate' },
]
const changed = (id: string, changes: Partial<FunnelStep>) =>
  STEPS.map((step) => (step.id === id ? { ...step, ...changes } : step))
const LOSING = changed('clicks', { own: '2600' }).map((step) =>
  step.id === 'purchases' ? { ...step, own: '310' } : step,
)

const FRAME = {
  title: 'Where customers leave',
  note: '9 queries, 18 Oct to 14 Nov 2026',
  summary: 'Share of the market from impressions to purchases',
  parLabel: 'impression share',
}

function Explained() {
  const [explained, setExplained] = useState('')
  return (
    <div style={{ width: '100%' }}>
      <FunnelChart {...FRAME} steps={STEPS} onExplain={setExplained} />
      <output>{explained}</output>
    </div>
  )
}

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Funnel',
  states: [
    { name: 'Above par', render: () => <Explained /> },
    {
      name: 'Below par, without cart adds',
      render: () => (
        <div style={{ width: '100%' }}>
          <FunnelChart
            {...FRAME}
            steps={LOSING.map((step) => (step.id === 'cartAdds' ? { ...step, own: null } : step))}
          />
        </div>
      ),
    },
    {
      name: 'In a narrow section it scrolls',
      render: () => (
        <div style={{ width: 400 }}>
          <FunnelChart {...FRAME} steps={STEPS} />
        </div>
      ),
    },
    {
      name: 'Shapes, as in a table',
      render: () =>
        [STEPS, LOSING, changed('purchases', { own: null })].map((steps, index) => (
          <FunnelShape key={index} funnel={funnelBars(steps)} label={`Shape ${index + 1}`} />
        )),
    },
  ],
}
