import { useMemo } from 'react'
import { BrandFilter } from '#web/filters/products/BrandFilter.tsx'
import { productsOfBrands } from '#web/filters/products/product-selection.ts'
import { ProductFilter } from '#web/filters/products/ProductFilter.tsx'
import { useKnownProducts } from '#web/filters/products/use-products.ts'
import type { FilterControlProps } from './DashboardFilters.tsx'

export function ProductControl({ frame: { subject, view, change }, isDisabled }: FilterControlProps) {
  const companyId = subject.company.id
  const { brandNames = [], currencyCode = subject.currencyCode, marketplaces = [] } = view
  const scope = useMemo(
    () => ({ companyId, brandNames, currencyCode, marketplaceCodes: marketplaces }),
    [companyId, brandNames, currencyCode, marketplaces],
  )
  const { products = [], tags = [], categories = [] } = view
  return (
    <ProductFilter
      scope={scope}
      value={{ products, tags, categories }}
      onChange={(chosen) =>
        change({ products: chosen.products, tags: chosen.tags, categories: chosen.categories })
      }
      isDisabled={isDisabled}
    />
  )
}

/** Of the products that were chosen before, those of the brands stay. */
export function BrandControl({ frame: { subject, view, change }, isDisabled }: FilterControlProps) {
  const { brandNames = [], products } = view
  const known = useKnownProducts(subject.company.id, products ?? [])
  return (
    <BrandFilter
      companyId={subject.company.id}
      value={brandNames}
      onChange={(chosen) =>
        change({
          brandNames: chosen,
          ...(products && { products: productsOfBrands(products, known, chosen) }),
        })
      }
      isDisabled={isDisabled}
    />
  )
}
