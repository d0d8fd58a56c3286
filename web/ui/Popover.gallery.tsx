import { Info } from 'lucide-react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Button } from './Button.tsx'
import { CollapsibleText } from './CollapsibleText.tsx'
import { Disclosure } from './Disclosure.tsx'
import { IconButton } from './IconButton.tsx'
import { Popover } from './Popover.tsx'

const LONG = Array.from(
  { length: 14 },
  (_, at) => `Sentence ${at + 1} of a report that is longer than what is shown of it at first.`,
)

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Tooltip, popover, collapsed text',
  states: [
    {
      name: 'Tooltip',
      render: () => (
        <>
          <IconButton icon={Info} label="Based on the shipped date" />
          <Button disabledReason="Six pixels away">Hover or focus</Button>
        </>
      ),
    },
    {
      name: 'Popover',
      render: () => (
        <DialogTrigger>
          <Button>Show details</Button>
          <Popover placement="bottom start">
            <Dialog aria-label="Details">
              <p style={{ padding: 12 }}>A popover is at least 17rem wide.</p>
            </Dialog>
          </Popover>
        </DialogTrigger>
      ),
    },
    {
      name: 'Long text',
      render: () => (
        <div style={{ width: 360 }}>
          <CollapsibleText>
            {LONG.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </CollapsibleText>
        </div>
      ),
    },
    { name: 'Short text', render: () => <CollapsibleText>All of it is shown.</CollapsibleText> },
    {
      name: 'Disclosure',
      render: () => (
        <>
          <Disclosure title="What is counted" isOpenAtFirst>
            Released transactions, by shipped date.
          </Disclosure>
          <Disclosure title="What is left out">Deferred transactions appear about 7 days later.</Disclosure>
        </>
      ),
    },
  ],
}
