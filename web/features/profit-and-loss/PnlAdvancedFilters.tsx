import { useMemo } from 'react'
import { BrandFilter } from '#web/filters/products/BrandFilter.tsx'
import { productsOfBrands } from '#web/filters/products/product-selection.ts'
import { ProductFilter } from '#web/filters/products/ProductFilter.tsx'
import { useKnownProducts } from '#web/filters/products/use-products.ts'
import type { Choice } from '#web/ui/ChoiceList.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import type { PnlView } from './pnl-view.ts'

const ORDERS: Choice<PnlView['dateOrder']>[] = [
  { value: 'ASC', label: 'Oldest first' },
  { value: 'DESC', label: 'Newest first' },
]

interface PnlAdvancedFiltersProps {
  companyId: string
  view: PnlView
  isDisabled: boolean
  onChange: (changes: Partial<PnlView>) => void
}

export function PnlAdvancedFilters({ companyId, view, isDisabled, onChange }: PnlAdvancedFiltersProps) {
  const { brandNames, currencyCode, marketplaces } = view
  const known = useKnownProducts(companyId, view.products)
  const scope = useMemo(
    () => ({ companyId, brandNames, currencyCode, marketplaceCodes: marketplaces }),
    [companyId, brandNames, currencyCode, marketplaces],
  )
  return (
    <>
      <ProductFilter
        scope={scope}
        value={view}
        onChange={({ products, tags, categories }) => onChange({ products, tags, categories })}
        isDisabled={isDisabled}
      />
      <BrandFilter
        companyId={companyId}
        value={brandNames}
        onChange={(chosen) =>
          onChange({ brandNames: chosen, products: productsOfBrands(view.products, known, chosen) })
        }
        isDisabled={isDisabled}
      />
      <FilterSelect
        label="Order"
        choices={ORDERS}
        value={view.dateOrder}
        onChange={(dateOrder) => onChange({ dateOrder })}
        isDisabled={isDisabled}
      />
    </>
  )
}
