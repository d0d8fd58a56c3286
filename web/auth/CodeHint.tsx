import type { InstallationMeta } from '#contract/installation.ts'
import { Alert } from '#web/ui/Alert.tsx'
import styles from './AuthScreen.module.css'

interface CodeHintProps {
  codesAt: InstallationMeta['codesAt']
  email: string
}

/** Where a code is to be read that no mail server sends. */
export const CodeHint = ({ codesAt, email }: CodeHintProps) =>
  codesAt && (
    <Alert appearance="informative">
      This installation has no mail server.{' '}
      {codesAt === 'MAILBOX' ? (
        <>
          The code is in the{' '}
          <a href="/dev/mailbox" target="_blank" rel="noreferrer" className={styles.mailbox}>
            demo’s mailbox
          </a>
          .
        </>
      ) : (
        <>
          Run <code>./sextant mail {email} --code</code> in its folder to read the code.
        </>
      )}
    </Alert>
  )
