import { useMemo } from 'react'
import { BrandFilter } from '#web/filters/products/BrandFilter.tsx'
import { productsOfBrands } from '#web/filters/products/product-selection.ts'
import { ProductFilter } from '#web/filters/products/ProductFilter.tsx'
import { useKnownProducts } from '#web/filters/products/use-products.ts'
import type { FilterControlProps } from './DashboardFilters.tsx'
import { askedOf } from './use-dashboard.ts'

export function ProductControl({ frame: { subject, view, change }, isDisabled }: FilterControlProps) {
  const { brandNames = [], currencyCode = subject.currencyCode, marketplaces = [] } = view
  const scope = useMemo(
    () => ({ ...askedOf(subject), brandNames, currencyCode, marketplaceCodes: marketplaces }),
    [subject, brandNames, currencyCode, marketplaces],
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
  const known = useKnownProducts(askedOf(subject), products ?? [])
  return (
    <BrandFilter
      owner={askedOf(subject)}
      value={brandNames}
      onChange={(chosen) =>
        change({
          brandNames: chosen,
          ...(products && known && { products: productsOfBrands(products, known, chosen) }),
        })
      }
      isDisabled={isDisabled}
    />
  )
}
