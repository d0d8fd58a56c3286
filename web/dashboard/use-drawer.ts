import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  explainedOf,
  isCell,
  isProduct,
  textOf,
  type DrawerStep,
  type Explained,
  type ExplainedCell,
  type OpenedProduct,
} from '#web/explain/explained-cell.ts'
import type { SearchParams } from '#web/search-params.ts'

export const FOLLOW_AFTER_MS = 150

export interface Drawer {
  /** What the address says is explained. */
  explained: Explained | null
  /** The SKU of the product that is shown; null while a number is explained. */
  product: string | null
  /** Products before and after it, where it was opened from a table. */
  products: readonly string[]
  /** The SKU of the product in which the number was opened that is explained. */
  ofProduct: string | null
  /** The number in the page that is explained; what is left out stands in no cell. */
  cell: ExplainedCell | null
  takesFocus: boolean
  /** `entered` is true where the explanation should take the focus. */
  open: (what: Explained, entered: boolean) => void
  /** Shows a product, in the place of a number with a way back to it. `products` are those of its table, in their order. */
  openProduct: (sku: string, products: readonly string[], entered?: boolean) => void
  /** Explains a number, or shows a product, once the focus rests on it; those it only passes are not asked for. */
  follow: (what: DrawerStep) => void
  close: () => void
  /** From within the drawer, into a part of what it explains or up again. */
  explain: (what: ExplainedCell) => void
  /** What led to this one, the first of it first. */
  trail: readonly DrawerStep[]
  /** To a step of the trail. */
  back: (place: number) => void
  /** To a number or product beside this one in the page, from within the drawer. */
  step: (what: DrawerStep) => void
}

/**
 * The explanation or product that the address holds. It keeps the focus with the reader: Enter leads into the drawer, a click
 * leaves the focus on the number, and closing leads back to where it was opened.
 */
export function useDrawer(): Drawer {
  const text = useSearch({ strict: false, select: ({ explain }: SearchParams) => explain })
  const sku = useSearch({ strict: false, select: ({ product }: SearchParams) => product }) ?? null
  const navigate = useNavigate()
  const explained = useMemo(() => explainedOf(text), [text])
  const [takesFocus, setTakesFocus] = useState(false)
  const [came, setTrail] = useState<readonly DrawerStep[]>([])
  const [products, setProducts] = useState<readonly string[]>([])
  const openedFrom = useRef<Element | null>(null)
  const following = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Whoever has left the page is not followed to the next one.
  useEffect(() => () => clearTimeout(following.current), [])

  const cell = explained && isCell(explained) && !explained.isLeftOut ? explained : null
  const [product, ofProduct] = explained ? [null, sku] : [sku, null]
  const shown: DrawerStep | null =
    product !== null ? { product } : explained && isCell(explained) ? explained : null
  // An address says no more of the way than the product.
  const trail = came.length === 0 && ofProduct !== null ? [{ product: ofProduct }] : came

  const show = (what: Explained | OpenedProduct | null, within: string | null = null) =>
    void navigate({
      to: '.',
      // What another number was told apart by is not what this one is.
      search: (previous: SearchParams) => ({
        ...previous,
        explain: what && !isProduct(what) ? textOf(what) : undefined,
        explainBy: undefined,
        product: what && isProduct(what) ? what.product : (within ?? undefined),
        ...(what === null && { productTab: undefined }),
      }),
      // Moving from number to number is one step, not many.
      replace: (explained !== null || sku !== null) && what !== null,
      resetScroll: false,
    })
  const comeFrom = (entered: boolean) => {
    clearTimeout(following.current)
    openedFrom.current = cellAround(document.activeElement)
    // A cell that was clicked has the focus only once the table has drawn it anew, as the click ends; a moment later the
    // drawer may have it.
    if (!entered) queueMicrotask(() => (openedFrom.current = cellAround(document.activeElement)))
    setTakesFocus(entered)
  }
  const open = (what: Explained, entered: boolean) => {
    comeFrom(entered)
    setTrail([])
    show(what)
  }
  const openProduct = (opened: string, among: readonly string[], entered = true) => {
    comeFrom(entered)
    setProducts(among)
    setTrail(cell ? trailTo(trail, cell, { product: opened }) : [])
    show({ product: opened })
  }
  const follow = (what: DrawerStep) => {
    clearTimeout(following.current)
    following.current = setTimeout(
      () => (isProduct(what) ? openProduct(what.product, products, false) : open(what, false)),
      FOLLOW_AFTER_MS,
    )
  }
  const close = () => {
    clearTimeout(following.current)
    if (!explained && sku === null) return
    // Opened by an address, it was opened from nowhere; the number itself is then the next best place.
    const place = openedFrom.current?.isConnected
      ? openedFrom.current
      : document.querySelector('[role="treegrid"] td[aria-selected="true"], tr[data-opened] > th')
    if (place instanceof HTMLElement) place.focus()
    setTrail([])
    show(null)
  }
  const explain = (what: ExplainedCell) => {
    setTrail(shown ? trailTo(trail, shown, what) : [])
    show(what, sku)
  }
  const back = (place: number) => {
    const what = trail[place]
    if (!what) return
    const before = trail.slice(0, place)
    setTrail(before)
    show(what, before.findLast(isProduct)?.product)
  }
  const step = (what: DrawerStep) => {
    clearTimeout(following.current)
    // The focus goes back to what was come to.
    openedFrom.current = null
    setTrail([])
    show(what)
  }
  return {
    explained,
    product,
    products,
    ofProduct,
    cell,
    takesFocus,
    open,
    openProduct,
    follow,
    close,
    explain,
    trail,
    back,
    step,
  }
}

/** A name within a cell of a table comes and goes with what is shown; the cell stays. */
export const cellAround = (element: Element | null): Element | null => element?.closest('td,th') ?? element

const nameOf = (step: DrawerStep): string => (isProduct(step) ? step.product : textOf(step))
const isSame = (a: DrawerStep, b: DrawerStep): boolean =>
  isProduct(a) === isProduct(b) && nameOf(a) === nameOf(b)

/** The way to a number or product from another one. Whoever comes back to a step of it goes on from there. */
export function trailTo(
  trail: readonly DrawerStep[],
  from: DrawerStep,
  to: DrawerStep,
): readonly DrawerStep[] {
  const place = trail.findIndex((step) => isSame(step, to))
  return place < 0 ? [...trail, from] : trail.slice(0, place)
}
