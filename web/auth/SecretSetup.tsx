import { Identifier } from '#web/ui/Identifier.tsx'
import { authenticatorLink, groupedSecret } from './authenticator-link.ts'
import { QrCode } from './QrCode.tsx'
import styles from './SecretSetup.module.css'

/** The secret of an authenticator app, to be scanned or typed. */
export const SecretSetup = ({ secret, email }: { secret: string; email: string }) => (
  <div className={styles.setup}>
    <QrCode text={authenticatorLink(secret, email)} label="QR code for the authenticator app" />
    <div className={styles.words}>
      <p>Scan the code with an authenticator app, or type this key into it:</p>
      <p className={styles.secret} data-testid="totp-secret">
        <Identifier>{groupedSecret(secret)}</Identifier>
      </p>
    </div>
  </div>
)
