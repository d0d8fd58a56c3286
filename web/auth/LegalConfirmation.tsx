import type { InstallationLinks } from '#contract/installation.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import styles from './LegalConfirmation.module.css'
import screenStyles from './AuthScreen.module.css'

type LegalLinks = Omit<InstallationLinks, 'supportEmail'>

interface LegalConfirmationProps {
  /** Undefined until it is known what the installation has set. */
  links: LegalLinks | undefined
  value: boolean
  onChange: (isConfirmed: boolean) => void
  error?: string | undefined
}

const DOCUMENTS = [
  { link: 'termsUrl', title: 'Terms', inSentence: 'the terms' },
  { link: 'privacyUrl', title: 'Privacy policy', inSentence: 'the privacy policy' },
  { link: 'cookiesUrl', title: 'Cookie policy', inSentence: 'the cookie policy' },
] as const satisfies { link: keyof LegalLinks; title: string; inSentence: string }[]

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** What has to be agreed to before signing up: the documents that this installation has, to be read first. */
export function LegalConfirmation({ links, value, ...field }: LegalConfirmationProps) {
  const documents = DOCUMENTS.filter(({ link }) => links?.[link])
  return (
    <div>
      <Checkbox {...field} isSelected={value}>
        {documents.length > 0
          ? `I agree to ${list.format(documents.map(({ inSentence }) => inSentence))}.`
          : 'I agree that my account and the files I import are stored on this server.'}
      </Checkbox>
      {/* Not inside the label, where pressing a link would tick the box instead; in tabs of their own, so that the form stays. */}
      <p className={styles.documents}>
        {documents.map(({ link, title }) => (
          <a key={link} href={links![link]!} target="_blank" rel="noreferrer" className={screenStyles.link}>
            {title}
          </a>
        ))}
      </p>
    </div>
  )
}
