import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

function Deletion() {
  const [deleted, setDeleted] = useState(false)
  return (
    <>
      <ConfirmDialog
        trigger={<Button kind="destructive">Delete company</Button>}
        title="Delete Company A?"
        confirmLabel="Delete company"
        confirmationText="Company A"
        isWarning
        onConfirm={() => setDeleted(true)}
      >
        All its files and numbers are deleted. This cannot be undone.
      </ConfirmDialog>
      <output>{deleted ? 'Deleted' : ''}</output>
    </>
  )
}

const later = () => new Promise((resolve) => setTimeout(resolve, 1_000))

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Confirmation dialog',
  states: [
    {
      name: 'With a trigger',
      render: () => (
        <ConfirmDialog trigger={<Button>Reset</Button>} onConfirm={later}>
          Resetting all dashboard filters.
        </ConfirmDialog>
      ),
    },
    { name: 'With a text to type', render: () => <Deletion /> },
    {
      name: 'Defaults',
      isAlone: true,
      render: () => <ConfirmDialog isOpen onConfirm={() => {}} />,
    },
    {
      name: 'Warning',
      isAlone: true,
      render: () => (
        <ConfirmDialog
          isOpen
          isWarning
          cancelLabel="Go back"
          confirmLabel="I accept the risks"
          onConfirm={() => {}}
        >
          Without an authenticator app, your password alone opens this account.
        </ConfirmDialog>
      ),
    },
    {
      name: 'Without Cancel',
      isAlone: true,
      render: () => (
        <ConfirmDialog isOpen isCancelHidden title="Signed out" confirmLabel="Sign in" onConfirm={() => {}}>
          The session has ended.
        </ConfirmDialog>
      ),
    },
  ],
}
