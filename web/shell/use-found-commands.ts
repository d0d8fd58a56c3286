import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isAnswered } from '#contract/metrics/awaited.ts'
import { METRIC_IDS, metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { useFoundProducts } from '#web/filters/products/use-products.ts'
import { namesField } from '#web/filters/filter-fields.ts'
import { PATHS } from '#web/paths.ts'
import type { SearchParams } from '#web/search-params.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { Command } from './commands.ts'
import { FURTHER_PAGES } from './page-words.ts'
import { useIsEmpty, useShellCompany } from './use-company.ts'

/** Shorter, a search finds half of all products. */
const SEARCHED_MIN = 2
const PRODUCTS_MAX = 8
const SEARCH_AFTER_MS = 200

const ONE_NAME = namesField(1)

/** What is not registered: pages that few look for, every number that has a name, and the company's products. */
export function useFoundCommands(typed: string): {
  pages: Command[]
  numbers: Command[]
  products: Command[]
  isSearching: boolean
} {
  const companyId = useShellCompany().company?.id
  const navigate = useNavigate()
  const search: SearchParams = useSearch({ strict: false })
  const { startDate, endDate, products: filtered } = search

  const numbers = useMemo((): Command[] => {
    if (companyId === undefined) return []
    const explain = (id: MetricId) =>
      void navigate({
        to: '.',
        search: (previous: SearchParams) => ({
          ...previous,
          explain: `${id}.${startDate}.${endDate}`,
          explainBy: undefined,
          // It is a number of the page, and not of the product beside it.
          product: undefined,
        }),
      })
    const define = (id: MetricId) => void navigate({ to: PATHS.glossary, params: { companyId }, hash: id })
    // On a dashboard its number is taken apart; elsewhere, or where it has no rows yet, one reads what it means.
    const isExplained = startDate !== undefined && endDate !== undefined
    return METRIC_IDS.map((id) => ({
      id: `number ${id}`,
      label: metricOf(id).label,
      group: 'Numbers',
      run: () => (isExplained && isAnswered(id) ? explain(id) : define(id)),
    }))
  }, [companyId, navigate, startDate, endDate])

  const isEmpty = useIsEmpty()
  const pages = useMemo(
    (): Command[] =>
      companyId === undefined || isEmpty
        ? []
        : FURTHER_PAGES.map(({ label, to, words }) => ({
            id: `page ${to}`,
            label,
            group: 'Pages',
            words,
            run: () => void navigate({ to, params: { companyId } }),
          })),
    [companyId, isEmpty, navigate],
  )

  const searched = useDebounced(typed.trim(), SEARCH_AFTER_MS)
  const { found, isReading } = useFoundProducts(
    { companyId: companyId ?? '' },
    searched,
    companyId !== undefined && searched.length >= SEARCHED_MIN,
  )
  const products = found.slice(0, PRODUCTS_MAX).map(({ basicInformation: { sku, asin, name } }): Command => ({
    id: `product ${sku}`,
    label: name ? `${name} (${sku})` : sku,
    group: 'Products',
    words: asin,
    run: () => {
      const products = ONE_NAME.write([sku])
      if (filtered !== undefined)
        void navigate({ to: '.', search: (previous: SearchParams) => ({ ...previous, products }) })
      else
        void navigate({
          to: PATHS.transactionProfitAndLoss,
          params: { companyId: companyId! },
          search: { products },
        })
    },
  }))
  return {
    pages,
    numbers,
    products: searched.length >= SEARCHED_MIN ? products : [],
    isSearching: companyId !== undefined && (isReading || searched !== typed.trim()),
  }
}
