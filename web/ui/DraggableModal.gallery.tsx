import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Button } from './Button.tsx'
import { DraggableModal } from './DraggableModal.tsx'
import { TextField } from './TextField.tsx'

const fields = (
  <>
    <TextField isWide label="Products" defaultValue="12 items selected" />
    <TextField isWide label="Brands" defaultValue="Brand A, Brand B" />
  </>
)

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Draggable modal',
  states: [
    {
      name: 'With a trigger',
      render: () => (
        <DraggableModal trigger={<Button>Open the box</Button>} title="Box">
          {fields}
        </DraggableModal>
      ),
    },
    {
      name: 'Open',
      isAlone: true,
      render: () => (
        <DraggableModal
          isOpen
          title="Advanced filters"
          closeLabel="Close advanced filters"
          start={{ x: 560, y: 47 }}
        >
          {fields}
        </DraggableModal>
      ),
    },
  ],
}
