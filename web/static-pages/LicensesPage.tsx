import { Entries } from './Entries.tsx'
import { PlainPage } from './PlainPage.tsx'
import styles from './Words.module.css'

const OPEN_FONT_LICENSE = 'SIL Open Font License, Version 1.1'

const FONTS = [
  [
    'Instrument Sans',
    <Terms key="" by="© 2022 The Instrument Sans Project Authors" of={OPEN_FONT_LICENSE} />,
  ],
  ['Geist Mono', <Terms key="" by="© 2024 The Geist Project Authors" of={OPEN_FONT_LICENSE} />],
] as const

const DATA = [
  [
    'Exchange rates',
    <Terms
      key=""
      by="Source: European Central Bank, euro foreign exchange reference rates"
      of="Free to reuse with its source. AED and SAR follow from the dollar by their official pegs."
    />,
  ],
  [
    'Common passwords',
    <Terms
      key=""
      by="© 2012–2016 Dan Wheeler and Dropbox, © 2021 zxcvbn-ts"
      of="MIT License. Refused as passwords."
    />,
  ],
] as const

/** What this installation is made of, and under which terms. The text file is made when the pages are built. */
export const LicensesPage = () => (
  <PlainPage title="Licenses">
    <p className={styles.text}>
      Sextant is free software under the Apache License, Version 2.0. © 2026 Sextant contributors.
    </p>
    <section className={styles.section}>
      <h2 className={styles.heading}>Fonts</h2>
      <Entries entries={FONTS} />
    </section>
    <section className={styles.section}>
      <h2 className={styles.heading}>Data</h2>
      <Entries entries={DATA} />
    </section>
    <section className={styles.section}>
      <h2 className={styles.heading}>Software</h2>
      <p className={styles.text}>
        The pages and the server contain packages of other authors. One text file names each of them with its
        version and the full text of its licence, those of the fonts included.
      </p>
      <p className={styles.text}>
        <a href="/third-party-licenses.txt" download className={styles.link}>
          Download third-party licences
        </a>
      </p>
    </section>
  </PlainPage>
)

function Terms({ by, of }: { by: string; of: string }) {
  return (
    <>
      {by}
      <span className={styles.note}>{of}</span>
    </>
  )
}
