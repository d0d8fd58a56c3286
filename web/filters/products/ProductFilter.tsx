import { useMemo } from 'react'
import type { ProductGroup } from '#contract/product-master.ts'
import { countText } from '#web/ui/numbers.ts'
import { EntityFilter } from '../entities/EntityFilter.tsx'
import type { EntitySource } from '../entities/EntitySelector.tsx'
import type { Entity, Selection } from '../entities/selection.ts'
import { PRODUCTS_SELECTED_MAX } from '../selection-limit.ts'
import { productEntity, type ProductSelection } from './product-selection.ts'
import { useFoundGroups, useFoundProducts, useKnownProducts, type ProductScope } from './use-products.ts'
import { useCoveredCount } from './use-covered.ts'

interface ProductFilterProps {
  scope: ProductScope
  value: ProductSelection
  onChange: (value: ProductSelection) => void
  /** How many products may be covered. */
  maxSelectionLimit?: number
  isDisabled?: boolean
}

/** Filters by products, tags and categories of the company. */
export function ProductFilter({
  scope,
  value,
  onChange,
  maxSelectionLimit = PRODUCTS_SELECTED_MAX,
  isDisabled = false,
}: ProductFilterProps) {
  const known = useKnownProducts(scope, value.products) ?? []
  const source = useProductSource(scope, maxSelectionLimit)
  const entityOf = new Map(known.map((product) => [product.basicInformation.sku, productEntity(product)]))
  return (
    <EntityFilter
      label="Products"
      source={source}
      value={{
        products: value.products.map((sku) => entityOf.get(sku) ?? { id: sku, name: sku }),
        tags: value.tags.map(namedEntity),
        categories: value.categories.map(namedEntity),
      }}
      onChange={(selection) => onChange(productSelectionOf(selection))}
      isDisabled={isDisabled}
    />
  )
}

const namedEntity = (name: string): Entity => ({ id: name, name })
const groupEntity = ({ name, productCount }: ProductGroup): Entity => ({
  id: name,
  name,
  hint: countText(productCount, 'product'),
})

const idsOf = (entities: readonly Entity[] = []): string[] => entities.map(({ id }) => id)
const productSelectionOf = (selection: Selection): ProductSelection => ({
  products: idsOf(selection['products']),
  tags: idsOf(selection['tags']),
  categories: idsOf(selection['categories']),
})

/** Where the product selector finds what it shows. The hooks in it stay the same while the scope does. */
function useProductSource(scope: ProductScope, max: number): EntitySource {
  return useMemo(() => {
    const useProducts = (searchText: string) => {
      const { found, ...state } = useFoundProducts(scope, searchText)
      return { ...state, entities: found.map(productEntity) }
    }
    const useTags = (searchText: string) => {
      const { found, ...state } = useFoundGroups('tags', scope, searchText)
      return { ...state, entities: found.map(groupEntity) }
    }
    const useCategories = (searchText: string) => {
      const { found, ...state } = useFoundGroups('categories', scope, searchText)
      return { ...state, entities: found.map(groupEntity) }
    }
    return {
      title: 'Select products',
      tabs: [
        { id: 'products', label: 'Products', useFound: useProducts },
        { id: 'tags', label: 'Tags', useFound: useTags },
        { id: 'categories', label: 'Categories', useFound: useCategories },
      ],
      limit: { max, atMax: 'REFUSE' },
      useCoverage: (selection) => useCoveredCount(scope, productSelectionOf(selection)),
    }
  }, [scope, max])
}
