import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { DIFFERENCES, type MetricEntry } from '#contract/metrics/dictionary.ts'
import { PATHS } from '#web/paths.ts'
import guideStyles from '#web/shell/guide.module.css'
import { Band, Page } from '#web/shell/Page.tsx'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { cx } from '#web/ui/class-names.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useScrolledTo } from '#web/ui/use-scrolled-to.ts'
import styles from './GlossaryPage.module.css'

/** What each number holds, in the words of sellers and in those of Amazon's files; and why it differs from other tools. */
export function GlossaryPage() {
  const { company } = useCompany()
  const dictionary = useQuery(trpc.metrics.getDictionary.queryOptions())
  const [searched, setSearched] = useState('')
  const { hash } = useLocation()
  return (
    <Page title="What the numbers mean">
      <Band>
        <div className={guideStyles.head}>
          <p>
            Click a number on any page to see how it is made, down to the lines of your files. This page
            explains the names.{' '}
            <Link to={PATHS.reportGuide} params={{ companyId: company.id }} className={guideStyles.link}>
              Where to find reports
            </Link>
          </p>
          <TextField
            label="Find a number"
            placeholder="Net profit, Commission, …"
            value={searched}
            onChange={setSearched}
          />
        </div>
        <QueryBody title="The glossary" query={dictionary}>
          {(entries) => <Glossary entries={entries} searched={searched} wanted={hash} />}
        </QueryBody>
      </Band>
    </Page>
  )
}

interface GlossaryProps {
  entries: readonly MetricEntry[]
  searched: string
  /** The entry that the address leads to. */
  wanted: string
}

function Glossary({ entries, searched, wanted }: GlossaryProps) {
  const words = searched.trim().toLowerCase()
  const found = entries.filter((entry) => textOf(entry).includes(words))
  const groups = [...new Set(found.map(({ group }) => group))]
  return (
    <>
      {words === '' && (
        <section className={styles.section} aria-labelledby="differences">
          <h2 id="differences">Why they differ from Seller Central</h2>
          <dl>
            {DIFFERENCES.map(({ title, text }) => (
              <div key={title} className={guideStyles.entry}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {groups.map((group) => (
        <section key={group} className={styles.section} aria-label={group}>
          <h2>{group}</h2>
          <dl>
            {found
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <Entry key={entry.id} entry={entry} isWanted={entry.id === wanted} />
              ))}
          </dl>
        </section>
      ))}
      {found.length === 0 && (
        <StateMessage kind="empty" title="No number has this name">
          The search covers names, explanations and the terms in Amazon&apos;s files.
        </StateMessage>
      )}
    </>
  )
}

function Entry({ entry, isWanted }: { entry: MetricEntry; isWanted: boolean }) {
  const { id, label, definition, formula, words, isAwaited } = entry
  const ref = useScrolledTo<HTMLDivElement>(isWanted)
  return (
    <div ref={ref} id={id} className={cx(guideStyles.entry, isWanted && guideStyles.wanted)}>
      <dt>
        {label}
        {isAwaited && <span className={styles.awaited}>not answered yet</span>}
      </dt>
      <dd>
        <p>{definition}</p>
        {formula !== null && <p className={styles.formula}>= {formula}</p>}
        {words.length > 0 && <p className={styles.words}>In Amazon&apos;s files: {words.join(', ')}</p>}
      </dd>
    </div>
  )
}

const textOf = ({ label, definition, words }: MetricEntry): string =>
  [label, definition, ...words].join(' ').toLowerCase()
