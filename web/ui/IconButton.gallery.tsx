import { Download, X } from 'lucide-react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { IconButton } from './IconButton.tsx'

const KINDS = ['primary', 'secondary', 'tertiary'] as const
const SIZES = ['xs', 'sm', 'md', 'lg', 'xl'] as const

export const gallery: GalleryPage = {
  group: 'Controls',
  title: 'Icon button',
  states: [
    {
      name: 'Types',
      render: () =>
        KINDS.map((kind) => <IconButton key={kind} kind={kind} icon={X} label={`Close, ${kind}`} />),
    },
    {
      name: 'Sizes',
      render: () =>
        SIZES.map((size) => (
          <IconButton key={size} kind="secondary" size={size} icon={Download} label={`Download, ${size}`} />
        )),
    },
    {
      name: 'Round',
      render: () =>
        KINDS.map((kind) => (
          <IconButton key={kind} kind={kind} isRound icon={X} label={`Close, ${kind} and round`} />
        )),
    },
    {
      name: 'Loading',
      render: () => <IconButton kind="secondary" isPending icon={Download} label="Download, pending" />,
    },
    {
      name: 'Disabled with a reason',
      render: () => (
        <IconButton
          kind="secondary"
          icon={Download}
          label="Download, unavailable"
          disabledReason="There is nothing to download yet."
        />
      ),
    },
  ],
}
