import { useMatch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PaperHead, type PaperFacts } from '#web/print/PaperHead.tsx'
import { ExportDescription, type DescribeExport } from '#web/table/export-description.ts'
import { Footer } from './Footer.tsx'
import styles from './Page.module.css'

interface PageProps {
  title: string
  /** Of the window, where its heading says less. */
  windowTitle?: string
  tabs?: React.ReactNode
  /** How far the data reaches. */
  freshness?: React.ReactNode
  /** Over the title. */
  banner?: React.ReactNode
  /** Of the whole page, over its filters; stays in view with them. */
  notice?: React.ReactNode
  /** Stays at the top while the page scrolls. */
  filters?: React.ReactNode
  /** What is chosen in them, under them. */
  applied?: React.ReactNode
  /** The inspector, beside the sheet or over it. */
  inspector?: React.ReactNode
  /** What a printed sheet says of itself, beside the title. */
  paper?: PaperFacts
  /** The moment that it is read at, which its files name; absent for now. */
  asOf?: string | undefined
  children: React.ReactNode
}

/**
 * The sheet of a page. It alone scrolls, in both directions, so that the head of a wide table can stay at its
 * top and the first column at its left; everything else in it is held in view by `Band`.
 */
export function Page({
  title,
  windowTitle,
  banner,
  tabs,
  freshness,
  notice,
  filters,
  applied,
  inspector,
  paper,
  asOf,
  children,
}: PageProps) {
  const company = useMatch({ from: '/$companyId', shouldThrow: false })?.loaderData?.company
  const describe = useCallback<DescribeExport>(
    async (content, rows) => {
      if (!company) return content(rows)
      const { describeExport } = await import('./describe-export.ts')
      return describeExport(
        {
          companyId: company.id,
          asOf,
          facts: [
            ['Company', company.name],
            ['Page', title],
          ],
        },
        content,
        rows,
      )
    },
    [company, title, asOf],
  )
  return (
    <ExportDescription value={describe}>
      <title>{`${windowTitle ?? title} · Sextant`}</title>
      <div className={styles.sheet} id="sheet" data-inspected={inspector ? true : undefined}>
        <div className={styles.content}>
          {banner && <Band className={styles.banner}>{banner}</Band>}
          <Band className={styles.head}>
            <h1 className={styles.title}>{title}</h1>
            {tabs}
            <span className={styles.space} />
            {freshness}
          </Band>
          <PaperHead title={title} {...paper} />
          {notice && <Band className={styles.notice}>{notice}</Band>}
          {filters && <Band className={styles.filters}>{filters}</Band>}
          {applied && <Band className={styles.applied}>{applied}</Band>}
          {children}
          <Band className={styles.foot}>
            <Footer />
          </Band>
        </div>
      </div>
      {inspector}
    </ExportDescription>
  )
}

/** A part of the sheet that is as wide as the window and does not move when a wide table scrolls sideways. */
export function Band({
  className = '',
  children,
}: {
  className?: string | undefined
  children: React.ReactNode
}) {
  return <div className={`${styles.band} ${className}`}>{children}</div>
}
