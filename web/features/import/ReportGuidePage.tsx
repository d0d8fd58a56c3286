import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import type { GuideReport } from '#contract/report-guide.ts'
import { PATHS } from '#web/paths.ts'
import { Band, Page } from '#web/shell/Page.tsx'
import guideStyles from '#web/shell/guide.module.css'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { cx } from '#web/ui/class-names.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useScrolledTo } from '#web/ui/use-scrolled-to.ts'
import styles from './ReportGuidePage.module.css'
import { Section } from './Section.tsx'

const CHOICES = MARKETPLACES.map(({ code, label }) => ({ value: code, label }))
type Marketplace = (typeof CHOICES)[number]['value']

/** Which report gives what, and where it is found in each marketplace. */
export function ReportGuidePage() {
  const { company } = useCompany()
  const guide = useQuery(trpc.imports.getReportGuide.queryOptions({ companyId: company.id }))
  const [code, setCode] = useState<Marketplace>('DE')
  const { hash } = useLocation()
  const { label, sellerCentral } = MARKETPLACES.find((marketplace) => marketplace.code === code)!
  return (
    <Page title="Where to find reports">
      <Band>
        <div className={guideStyles.head}>
          <p>
            Files are recognised by their contents, in any language. Menus move and are named differently in
            other languages; the links below lead to the same place in all of them.{' '}
            <Link to={PATHS.import} params={{ companyId: company.id }} className={guideStyles.link}>
              Import files
            </Link>
          </p>
          <SelectField
            label="Marketplace"
            searchLabel="Marketplace"
            choices={CHOICES}
            value={code}
            onChange={setCode}
          />
        </div>
        <Section title="Read" query={guide} isEmpty={(reports) => reports.length === 0}>
          {(reports) => (
            <ul>
              {reports
                .filter(({ isRead }) => isRead)
                .map((report) => (
                  <Report
                    key={report.label}
                    report={report}
                    isWanted={report.id === hash}
                    place={`Seller Central of ${label}`}
                    address={report.path && `https://${sellerCentral}${report.path}`}
                  />
                ))}
            </ul>
          )}
        </Section>
        <Section
          title="Recognised, but not read yet"
          note="These files are recognised, and change nothing"
          query={guide}
          isEmpty={(reports) => reports.length === 0}
        >
          {(reports) => (
            <ul>
              {reports
                .filter(({ isRead }) => !isRead)
                .map((report) => (
                  <Report key={report.label} report={report} />
                ))}
            </ul>
          )}
        </Section>
      </Band>
    </Page>
  )
}

interface ReportProps {
  report: GuideReport
  /** The address leads to it. */
  isWanted?: boolean
  /** Where the address leads. */
  place?: string
  address?: string | null
}

function Report({ report, isWanted = false, place, address = null }: ReportProps) {
  const { id, label, gives, where, local } = report
  const ref = useScrolledTo<HTMLLIElement>(isWanted)
  return (
    <li ref={ref} id={id ?? undefined} className={cx(guideStyles.entry, isWanted && guideStyles.wanted)}>
      <h3>{label}</h3>
      <div>
        <p>{gives}</p>
        {where && <p className={styles.where}>{where}</p>}
        {local.map(({ language, menus }) => (
          <p key={language} className={styles.where}>
            In {language}: {menus}
          </p>
        ))}
        {address && (
          <a href={address} target="_blank" rel="noreferrer" className={guideStyles.link}>
            Open in the {place}
          </a>
        )}
      </div>
    </li>
  )
}
