import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { wholeText } from '#web/ui/numbers.ts'
import type { BridgeStep } from './bridge.ts'
import { BridgeChart } from './BridgeChart.tsx'

const whole = { short: wholeText, full: wholeText }
const STEPS: BridgeStep[] = [
  { id: 'sales', label: 'Net sales', amount: '8290', prior: '5120' },
  { id: 'cogs', label: 'Cost of goods', amount: '-2450', prior: '-1900' },
  { id: 'selling', label: 'Amazon selling fees', amount: '-1580', prior: '-810' },
  { id: 'fulfilment', label: 'Fulfilment', amount: '-1870', prior: '-1200' },
  { id: 'storage', label: 'Storage and inventory', amount: '-150', prior: '-300' },
  { id: 'marketing', label: 'Marketing', amount: '-1755', prior: '240' },
  { id: 'opex', label: 'Operating expenses', amount: '-270', prior: null },
]
const plain = STEPS.map(({ id, label, amount }) => ({ id, label, amount }))

function Pressed() {
  const [pressed, setPressed] = useState('')
  return (
    <div style={{ width: '100%' }}>
      <BridgeChart
        summary="From the net profit of September to that of October"
        start={{ label: 'September', amount: '11986', prior: '10400' }}
        steps={STEPS}
        end={{ label: 'October', amount: '12201', prior: '11550' }}
        format={whole}
        priorLabel="A year earlier"
        onPress={setPressed}
      />
      <output>{pressed}</output>
    </div>
  )
}

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Bridge',
  states: [
    { name: 'Between two months, with the year before as ticks', render: () => <Pressed /> },
    {
      name: 'Into a loss, with a step that is not known',
      render: () => (
        <BridgeChart
          summary="From a profit in January to a loss in February"
          start={{ label: 'January', amount: '2199' }}
          steps={plain.slice(1, 5).map((step) => (step.id === 'cogs' ? { ...step, amount: null } : step))}
          end={{ label: 'February', amount: '-559' }}
          format={whole}
          restLabel="Cost of goods and others"
        />
      ),
    },
    {
      name: 'In a narrow section it scrolls',
      render: () => (
        <div style={{ width: 400 }}>
          <BridgeChart
            summary="From September to October"
            start={{ label: 'September', amount: '11986' }}
            steps={plain}
            end={{ label: 'October', amount: '12201' }}
            format={whole}
          />
        </div>
      ),
    },
  ],
}
