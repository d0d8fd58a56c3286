import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'
import { TextField } from './TextField.tsx'

const actions = (close: () => void) => (
  <>
    <Button onPress={close}>Cancel</Button>
    <Button kind="primary" onPress={close}>
      Save
    </Button>
  </>
)

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Modal',
  states: [
    {
      name: 'With a trigger',
      render: () => (
        <Modal
          trigger={<Button>Rename the market</Button>}
          title="Rename the market"
          description="Everybody in the company sees the new name."
          actions={actions}
        >
          <TextField isWide label="Name" defaultValue="Northern Europe" />
        </Modal>
      ),
    },
    {
      name: 'Open',
      isAlone: true,
      render: () => (
        <Modal
          isOpen
          title="Rename the market"
          description="Everybody in the company sees the new name."
          note="37 of 100"
          actions={actions}
        >
          <TextField isWide label="Name" defaultValue="Northern Europe" />
        </Modal>
      ),
    },
    {
      name: 'Large and long',
      isAlone: true,
      render: () => (
        <Modal isOpen size="lg" title="Terms" actions={actions}>
          {Array.from({ length: 40 }, (_, at) => (
            <p key={at}>Paragraph {at + 1} of a text that is longer than the window is high.</p>
          ))}
        </Modal>
      ),
    },
  ],
}
