import { Printer } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'

// Few visits print.
const SaveToPdfDialog = lazy(async () => ({
  default: (await import('./SaveToPdfDialog.tsx')).SaveToPdfDialog,
}))

interface SaveToPdfProps {
  /** Close the dialog before printing, as the brand manager does. */
  closesFirst?: boolean
}

/** The button of a filter bar that puts the page on paper. */
export function SaveToPdf({ closesFirst = false }: SaveToPdfProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="ghost" size="sm" icon={Printer} foldsToIcon onPress={() => setOpen(true)}>
        Save to PDF
      </Button>
      <Suspense>
        {isOpen && <SaveToPdfDialog closesFirst={closesFirst} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
