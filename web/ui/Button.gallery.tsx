import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Button } from './Button.tsx'

export const gallery: GalleryPage = {
  group: 'Controls',
  title: 'Button',
  states: [
    {
      name: 'Appearances',
      render: () => (
        <>
          <Button kind="primary">Apply</Button>
          <Button>Cancel</Button>
        </>
      ),
    },
  ],
}
