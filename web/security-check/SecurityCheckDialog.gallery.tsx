import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { SecurityCheckDialog } from './SecurityCheckDialog.tsx'

const never = () => new Promise<void>(() => {})
const close = () => {}

export const gallery: GalleryPage = {
  group: 'Sign-in',
  title: 'Security check',
  states: [
    {
      name: 'Asked',
      isAlone: true,
      render: () => <SecurityCheckDialog check={never} onClose={close} />,
    },
  ],
}
