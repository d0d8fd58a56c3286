import { useMatch } from '@tanstack/react-router'
import { useState } from 'react'
import { Logo } from '#web/shell/Logo.tsx'
import { momentText } from '#web/ui/dates.ts'
import { pageFooterCss } from './page-footer.ts'
import styles from './PaperHead.module.css'
import { useIsPrinting } from './printing.ts'
import { styleNonce } from './style-nonce.ts'

/** What a sheet says of itself, because it leaves the application that would know. */
export interface PaperFacts {
  /** More than the page is called on the screen, where tabs say the rest. */
  title?: string
  /** Dates, marketplaces, currency, basis. */
  facts?: readonly (readonly [name: string, value: string])[]
  /** The last day with data, as text. */
  dataTo?: string
}

type PaperHeadProps = PaperFacts & { title: string }

/** The head of the first sheet and the foot of all; the screen has neither. */
export const PaperHead = (props: PaperHeadProps) => useIsPrinting() && <Head {...props} />

function Head({ title, facts = [], dataTo }: PaperHeadProps) {
  // Pages of the platform belong to no company.
  const company = useMatch({ from: '/$companyId', shouldThrow: false })?.loaderData?.company
  const [printedAt] = useState(() => momentText(new Date().toISOString()))
  return (
    <>
      <style nonce={styleNonce()}>
        {pageFooterCss({
          company: company?.name ?? 'Sextant',
          printedAt,
          dataTo: dataTo ?? null,
        })}
      </style>
      <header className={styles.head}>
        <div className={styles.title}>
          <Logo size={20} />
          <span className={styles.name}>{title}</span>
          <span className={styles.company}>{company?.name}</span>
        </div>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
    </>
  )
}
