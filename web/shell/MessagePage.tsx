import { useMatch } from '@tanstack/react-router'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import styles from './FullPage.module.css'

/** A message in the place of a page: the main part of the document, unless it stands in that of a company's frame. */
export function MessagePage(message: React.ComponentProps<typeof StateMessage>) {
  const isFramed = useMatch({ from: '/$companyId', shouldThrow: false })?.status === 'success'
  const Part = isFramed ? 'div' : 'main'
  return (
    <Part className={styles.page}>
      <title>{`${message.title} · Sextant`}</title>
      <StateMessage isPage {...message} />
    </Part>
  )
}
