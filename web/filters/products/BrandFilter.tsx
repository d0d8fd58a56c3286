import { useQuery } from '@tanstack/react-query'
import { trpc } from '#web/trpc.ts'
import type { ProductOwner } from './product-owner.ts'
import { DraftPicker } from '#web/ui/DraftPicker.tsx'
import { namesText } from '../names-text.ts'

interface BrandFilterProps {
  owner: ProductOwner
  /** Empty: all of them. */
  value: readonly string[]
  onChange: (brandNames: string[]) => void
  isDisabled?: boolean
}

/** Filters by brand. A company of which no brand is known has nothing to choose from. */
export function BrandFilter({ owner, value, onChange, isDisabled = false }: BrandFilterProps) {
  const { data: brands = [] } = useQuery(trpc.productMaster.getBrandNames.queryOptions({ ...owner }))
  // A brand of the address that the data do not know can still be taken out.
  const offered = [...new Set([...brands, ...value])]
  return (
    <DraftPicker
      label="Brands"
      searchLabel="Search brands"
      choices={offered.map((brand) => ({ value: brand, label: brand }))}
      values={value.length === 0 ? offered : value}
      onChange={(chosen) =>
        onChange(brands.length > 0 && brands.every((brand) => chosen.includes(brand)) ? [] : chosen)
      }
      isDisabled={isDisabled || offered.length === 0}
    >
      {offered.length === 0 ? 'No brands known' : value.length === 0 ? 'All brands' : namesText(value)}
    </DraftPicker>
  )
}
