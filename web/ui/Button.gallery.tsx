import { Download, RotateCcw } from 'lucide-react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Button, type ButtonKind } from './Button.tsx'

const KINDS: Record<ButtonKind, string> = {
  primary: 'Apply',
  success: 'Complete',
  secondary: 'Cancel',
  tertiary: 'Show example prompts.',
  ghost: 'Reset',
  destructive: 'Delete',
}
const ALL = Object.entries(KINDS) as [ButtonKind, string][]
const SIZES = ['sm', 'md', 'lg', 'xl'] as const

export const gallery: GalleryPage = {
  group: 'Controls',
  title: 'Button',
  states: [
    {
      name: 'Appearances',
      render: () =>
        ALL.map(([kind, label]) => (
          <Button key={kind} kind={kind}>
            {label}
          </Button>
        )),
    },
    {
      name: 'Sizes',
      render: () =>
        SIZES.map((size) => (
          <Button key={size} size={size}>
            {size}
          </Button>
        )),
    },
    {
      name: 'With an icon',
      render: () => (
        <>
          <Button icon={Download}>CSV</Button>
          <Button kind="ghost" icon={RotateCcw}>
            Reset
          </Button>
        </>
      ),
    },
    {
      name: 'Loading',
      render: () =>
        ALL.map(([kind, label]) => (
          <Button key={kind} kind={kind} isPending>
            {label}
          </Button>
        )),
    },
    {
      name: 'Disabled',
      render: () =>
        ALL.map(([kind, label]) => (
          <Button key={kind} kind={kind} isDisabled>
            {label}
          </Button>
        )),
    },
    {
      name: 'Disabled with a reason',
      render: () => (
        <>
          <Button kind="primary" disabledReason="Choose at least one marketplace.">
            Confirm
          </Button>
          <Button disabledReason="Nothing has changed.">Cancel</Button>
        </>
      ),
    },
  ],
}
