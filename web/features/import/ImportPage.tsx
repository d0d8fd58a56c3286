import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedImport } from '#contract/imports.ts'
import { PATHS } from '#web/paths.ts'
import { Freshness } from '#web/shell/Freshness.tsx'
import { Band, Page } from '#web/shell/Page.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { WaitingRows } from '#web/shell/WaitingRows.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { rangeText } from '#web/ui/dates.ts'
import { Inspector } from '#web/ui/Inspector.tsx'
import { countText, wholeText } from '#web/ui/numbers.ts'
import { useShownLoading } from '#web/ui/use-shown-loading.ts'
import { CostTemplate } from './CostTemplate.tsx'
import { CoverageList } from './CoverageList.tsx'
import { EndedSalesList } from './EndedSalesList.tsx'
import { FileUploads } from './FileUploads.tsx'
import { ImportActs, ImportList } from './ImportList.tsx'
import styles from './ImportPage.module.css'
import { ImportResult } from './ImportResult.tsx'
import { importsFile } from './imports-file.ts'
import { missingIn } from './missing-search.ts'
import { MissingPeriod } from './MissingPeriod.tsx'
import { Section } from './Section.tsx'
import { Reconciliation } from './Reconciliation.tsx'
import { useUploads } from './uploads.ts'

const route = getRouteApi(PATHS.import)
const PAGE_ROWS = 50

/** Files in, and the account of what they gave: which days, which sums, which rows were refused. */
export function ImportPage() {
  const { company } = useCompany()
  const companyId = company.id
  const [listed, setListed] = useState(PAGE_ROWS)
  const [withDismissed, setWithDismissed] = useState(false)
  const [withFetched, setWithFetched] = useState(false)
  const search = route.useSearch()
  const uploads = useUploads(companyId)
  const imports = useQuery({
    ...trpc.imports.list.queryOptions({ companyId, limit: listed, offset: 0, withDismissed, withFetched }),
    placeholderData: (previous) => previous,
  })
  const coverage = useQuery(trpc.imports.getCoverage.queryOptions({ companyId }))
  const settlements = useQuery(trpc.profitAndLoss.getSettlements.queryOptions({ companyId }))
  // They appear together, so that none moves when the one above it is there.
  const isReading = [imports, coverage, settlements].some(({ isLoading }) => isLoading)
  const isWaitShown = useShownLoading(isReading)
  const { opened, open } = useOpenedImport(companyId)
  const missing = missingIn(search, {
    accounts: coverage.data?.sources.map(({ account }) => account) ?? [],
    currencies: coverage.data?.currencies ?? [],
  })

  const waiting = (imports.data?.imports ?? []).filter(
    ({ id, status, archiveId }) =>
      WAITING.has(status) &&
      !uploads.some(
        ({ importId }) =>
          importId === id || (importId !== null && importId === archiveId && status !== 'NEEDS_ANSWER'),
      ),
  )
  const isNew = imports.data !== undefined && isEmpty(imports.data) && uploads.length === 0
  return (
    <Page
      title="Import"
      freshness={
        coverage.data && <Freshness lastDay={coverage.data.lastDay} publishedAt={coverage.data.publishedAt} />
      }
      inspector={
        opened && (
          <Inspector
            title={opened.fileName}
            subtitle={
              opened.firstDay && opened.lastDay ? rangeText(opened.firstDay, opened.lastDay) : 'Import'
            }
            subject={String(opened.id)}
            takesFocus
            isWide
            onClose={() => open(null)}
          >
            <div className={styles.inspected}>
              <ImportActs record={opened} />
              <ImportResult record={opened} />
            </div>
          </Inspector>
        )
      }
    >
      <Band>
        {missing && (
          <MissingPeriod companyId={companyId} missing={missing} sales={coverage.data?.sales ?? []} />
        )}
        <FileUploads companyId={companyId} alsoWatched={waiting.map(({ id }) => id)} />
        <CostTemplate companyId={companyId} />
        <p className={styles.guide}>
          <Link to={PATHS.reportGuide} params={{ companyId }}>
            Where to find reports
          </Link>
        </p>
        {isReading || isWaitShown ? (
          <div className={styles.waiting}>
            <WaitingRows isShown={isWaitShown} />
          </div>
        ) : isNew ? (
          <FirstSteps companyName={company.name} />
        ) : (
          <>
            <Section title="What is covered" query={coverage} isEmpty={({ sources }) => sources.length === 0}>
              {({ sources, sales }) => (
                <>
                  <CoverageList sources={sources} />
                  <EndedSalesList companyId={companyId} sales={sales} />
                </>
              )}
            </Section>
            <Section
              title="Settlements"
              note="What Amazon says it paid, next to the sum of the lines"
              query={settlements}
              isEmpty={(rows) => rows.length === 0}
            >
              {(rows) => <Reconciliation settlements={rows} />}
            </Section>
            <Section
              title="All imports"
              actions={
                <ExportMenu label="Export list" content={() => importsFile(companyId)} fileName="imports" />
              }
              query={imports}
              isEmpty={isEmpty}
            >
              {(list) => (
                <>
                  <ImportList imports={list.imports} onOpen={open} />
                  {list.imports.length < list.total && (
                    <div className={styles.more}>
                      {list.imports.length} of {countText(list.total, 'import')}
                      <Button
                        size="sm"
                        isPending={imports.isFetching}
                        onPress={() => setListed(listed + PAGE_ROWS)}
                      >
                        Load more
                      </Button>
                    </div>
                  )}
                  {list.fetched + list.dismissed > 0 && (
                    <div className={styles.more}>
                      {list.fetched > 0 && (
                        <Button kind="tertiary" onPress={() => setWithFetched(!withFetched)}>
                          {withFetched
                            ? 'Hide fetched from Amazon'
                            : `Show ${wholeText(list.fetched)} fetched from Amazon`}
                        </Button>
                      )}
                      {list.dismissed > 0 && (
                        <Button kind="tertiary" onPress={() => setWithDismissed(!withDismissed)}>
                          {withDismissed ? 'Hide dismissed' : `Show ${list.dismissed} dismissed`}
                        </Button>
                      )}
                    </div>
                  )}
                </>
              )}
            </Section>
          </>
        )}
      </Band>
    </Page>
  )
}

/** Nothing was ever imported. */
const isEmpty = ({ total, dismissed, fetched }: { total: number; dismissed: number; fetched: number }) =>
  total + dismissed + fetched === 0

/** Statuses of imports that someone else began, or an earlier visit, and which still want watching. */
const WAITING = new Set<ListedImport['status']>(['QUEUED', 'RUNNING', 'NEEDS_ANSWER'])

/** The import whose result is open beside the list; the address names it. */
function useOpenedImport(companyId: string) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const id = Number(search['import'])
  const isAsked = Number.isInteger(id) && id > 0
  const query = useQuery({
    ...trpc.imports.get.queryOptions({ companyId, importId: id }),
    enabled: isAsked,
    placeholderData: (previous) => previous,
  })
  return {
    opened: isAsked ? (query.data ?? null) : null,
    open: (importId: number | null) =>
      void navigate({ search: importId === null ? {} : { import: String(importId) }, resetScroll: false }),
  }
}

function FirstSteps({ companyName }: { companyName: string }) {
  return (
    <section className={styles.first}>
      <h2>Nothing has been imported for {companyName} yet</h2>
      <ol>
        <li>
          In Seller Central, open Payments, then Reports repository, and download the settlement reports of
          the months you want to see.
        </li>
        <li>Drop them above. Each file is recognised by its contents, so its name does not matter.</li>
        <li>Open the profit and loss. Every number there leads back to the line of the file it came from.</li>
      </ol>
    </section>
  )
}
