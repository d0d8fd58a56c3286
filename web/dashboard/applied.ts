import { marketplaceOf } from '#contract/marketplaces.ts'
import type { CommonView } from './dashboard-view.ts'

/** A selection that narrows the numbers, in the words of the screen, of paper and of files. */
export interface Applied {
  id: string
  /** `Brands`. */
  label: string
  /** What is chosen. */
  names: readonly string[]
  /** The change of a view that takes it off. */
  off: (view: CommonView) => object
}

const NAMED = {
  marketplaces: ['Marketplaces', (code: string) => marketplaceOf(code)?.label ?? code],
  brandNames: ['Brands'],
  products: ['Products'],
  tags: ['Tags'],
  categories: ['Categories'],
} as const satisfies Partial<
  Record<keyof CommonView, readonly [label: string, nameOf?: (value: string) => string]>
>

/** What is chosen in the filters that dashboards have in common; those that choose everything do not narrow. */
export const commonApplied = (view: CommonView): Applied[] =>
  Object.entries(NAMED).flatMap(([id, [label, nameOf = String]]) => {
    const values: readonly string[] = view[id as keyof typeof NAMED] ?? []
    return values.length > 0 ? [{ id, label, names: values.map(nameOf), off: () => ({ [id]: [] }) }] : []
  })

/** Rows that a search found. */
export const searchApplied = (text: string): Applied[] =>
  text === ''
    ? []
    : [{ id: 'searchText', label: 'Search', names: [`“${text}”`], off: () => ({ searchText: '', page: 1 }) }]
