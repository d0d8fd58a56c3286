/** What a selection comes to; apart from the lists it is made in, which are loaded when they are opened. */
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { errorText, trpc } from '#web/trpc.ts'
import { limitText } from '../entities/selection.ts'
import { PRODUCTS_SELECTED_MAX } from '../selection-limit.ts'
import { ownerOf, type ProductOwner } from './product-owner.ts'
import { coveredSkus, type ProductSelection } from './product-selection.ts'

const groupsInput = (owner: ProductOwner, { products, tags, categories }: ProductSelection) =>
  tags.length + categories.length > 0
    ? { ...ownerOf(owner), customTags: tags, customCategories: categories, skusToExclude: products }
    : skipToken

/** How many products a selection comes to, those of its tags and categories included. */
export function useCoveredCount(owner: ProductOwner, selection: ProductSelection) {
  const { data, isFetching, error, refetch } = useQuery({
    ...trpc.productMaster.getProductsCount.queryOptions(groupsInput(owner, selection)),
    placeholderData: keepPreviousData,
  })
  const hasGroups = selection.tags.length + selection.categories.length > 0
  return {
    count: selection.products.length + (hasGroups ? (data ?? 0) : 0),
    isReading: isFetching,
    error,
    refetch,
  }
}

/** Why nothing can be asked of the products that are selected. */
export interface SelectionProblem {
  title: string
  text: string
  /** Where it may be otherwise the next time. */
  retry?: () => void
}

interface CoveredSkus {
  /** Those of tags and categories are read only where they are within the limit. */
  skus: string[]
  isPending: boolean
  /** Something is selected, and no product has it. */
  coversNothing: boolean
  problem: SelectionProblem | null
}

/** The SKUs that a selection comes to. A tag may have grown since its address was kept. */
export function useCoveredSkus(owner: ProductOwner, selection: ProductSelection): CoveredSkus {
  const counted = useCoveredCount(owner, selection)
  const input = groupsInput(owner, selection)
  const hasGroups = input !== skipToken
  const tooMany = limitText(counted.count, { max: PRODUCTS_SELECTED_MAX, atMax: 'REFUSE' })
  const isAsked = hasGroups && !counted.isReading && counted.error === null && tooMany === null
  const listed = useQuery(
    trpc.productMaster.getProductsByCustomTagsOrCategories.queryOptions(isAsked ? input : skipToken),
  )
  const skus = coveredSkus(selection, listed.data ?? [])
  const nothing = { skus, isPending: false, coversNothing: false, problem: null }
  if (!hasGroups) return nothing
  const failed = [counted, listed].find(({ error }) => error !== null)
  if (failed) {
    const retry = () => void failed.refetch()
    return { ...nothing, problem: { title: UNREADABLE, text: errorText(failed.error), retry } }
  }
  if (!counted.isReading && tooMany !== null)
    return { ...nothing, problem: { title: TOO_MANY, text: tooMany } }
  return {
    ...nothing,
    isPending: listed.data === undefined,
    coversNothing: listed.data !== undefined && skus.length === 0,
  }
}

const UNREADABLE = 'The selected products could not be read'
const TOO_MANY = 'Too many products are selected'
