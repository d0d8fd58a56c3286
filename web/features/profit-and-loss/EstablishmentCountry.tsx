import { useState } from 'react'
import { PATHS } from '#web/paths.ts'
import { sessionClaims } from '#web/session/session.ts'
import { ButtonLink } from '#web/shell/ButtonLink.tsx'
import { readStored, writeStored } from '#web/stored.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'

/** Asks each person once per session and company for the country without which fees keep their VAT. */
export function EstablishmentCountry({ companyId }: { companyId: string }) {
  const asked = `establishmentCountry.${companyId}.${sessionClaims().sub}`
  const [isOpen, setOpen] = useState(() => readStored(asked, 'SESSION') === null)
  const close = () => {
    writeStored(asked, 'asked', 'SESSION')
    setOpen(false)
  }
  return (
    <Modal
      isOpen={isOpen}
      onOpenChange={(stays) => !stays && close()}
      title="Where is your company established?"
      actions={
        <>
          <Button onPress={close}>Not now</Button>
          <ButtonLink to={PATHS.companyGeneral} params={{ companyId }} onPress={close}>
            Company settings
          </ButtonLink>
        </>
      }
    >
      Amazon charges VAT on its fees in Europe. Once the country of establishment is known, it can be taken
      out of the statement. Until then, fees are shown as charged.
    </Modal>
  )
}
