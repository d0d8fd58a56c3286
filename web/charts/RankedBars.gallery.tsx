import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { exactText, wholeText } from '#web/ui/numbers.ts'
import { RankedBars } from './RankedBars.tsx'
import type { RankedChange } from './ranked-changes.ts'

const NAMES = [
  'Steel water bottle, 750 ml',
  'Exercise mat, 6 mm',
  'Pour-over kettle, 1 l',
  'Bamboo cutting board, large',
  'Stoneware mug, set of 4',
  'Glass storage jar, set of 6',
  'Cotton bath towel, set of 3, organic and washed',
  'Seagrass basket, medium',
  'Clay planter with saucer',
  'Bedside lamp, dimmable',
]
const AMOUNTS = ['6120', '4385', '3910', '2764', '1892', '1205', '-1166', '-1730', '-2254', '-2812']
const SMALL = ['210.10', '-90.05', '88', '-41.2', '30', '-12', '7.50']
const GAINS: RankedChange[] = [
  ...NAMES.map((label, index) => ({ id: label, label, amount: AMOUNTS[index]! })),
  ...SMALL.map((amount, index) => ({ id: `small ${index}`, label: `Small ${index}`, amount })),
]
const LOSSES = GAINS.map((one) => ({
  ...one,
  amount: one.amount!.startsWith('-') ? one.amount!.slice(1) : `-${one.amount}`,
}))

const whole = { short: wholeText, full: wholeText }
const cents = { short: wholeText, full: (value: string) => exactText(value, 'EUR') }
const noun = { one: 'product', many: 'products' }
const inPanel = (children: React.ReactNode) => <div style={{ width: 420 }}>{children}</div>

function Pressed() {
  const [pressed, setPressed] = useState<readonly string[]>([])
  return inPanel(
    <>
      <RankedBars
        summary="What moved sales"
        changes={GAINS}
        format={whole}
        netLabel="Net change"
        noun={noun}
        better="more"
        onPress={setPressed}
      />
      <output>{pressed.join(', ')}</output>
    </>,
  )
}

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Ranked bars',
  states: [
    { name: 'What moved sales; each can be pressed', render: () => <Pressed /> },
    {
      name: 'More lost than won, to the cent',
      render: () =>
        inPanel(
          <RankedBars
            summary="What moved spend"
            changes={LOSSES}
            format={cents}
            netLabel="Change against September"
            noun={noun}
            better="more"
            named={6}
          />,
        ),
    },
    {
      name: 'No judgement, one not known',
      render: () =>
        inPanel(
          <RankedBars
            summary="What moved ad spend"
            changes={[...GAINS.slice(0, 3), { id: 'x', label: 'Dish brush, beech', amount: null }]}
            format={whole}
            netLabel="Net change"
            noun={noun}
          />,
        ),
    },
    {
      name: 'Nothing changed',
      render: () =>
        inPanel(
          <RankedBars
            summary="Nothing"
            changes={[{ id: 'a', label: 'Steel water bottle', amount: '0' }]}
            format={whole}
            netLabel="Net change"
            noun={noun}
            better="more"
          />,
        ),
    },
  ],
}
