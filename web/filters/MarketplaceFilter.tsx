import { marketplaceOf } from '#contract/marketplaces.ts'
import { DraftPicker } from '#web/ui/DraftPicker.tsx'
import { Flag } from '#web/ui/Flag.tsx'
import styles from './MarketplaceFilter.module.css'
import { namesText } from './names-text.ts'

interface MarketplaceFilterProps<T extends string> {
  /** The marketplaces that have data. */
  offered: readonly T[]
  /** Empty: all of them. */
  selected: readonly T[]
  onChange: (selected: T[]) => void
  isDisabled?: boolean
}

export function MarketplaceFilter<T extends string>({
  offered,
  selected,
  onChange,
  isDisabled = false,
}: MarketplaceFilterProps<T>) {
  const shown = selected.length === 0 ? offered : selected
  if (shown.length === 0) return null
  return (
    <DraftPicker
      label="Marketplaces"
      searchLabel="Search marketplaces"
      choices={offered.map((code) => ({
        value: code,
        label: marketplaceOf(code)?.label ?? code,
        icon: <Flag country={code} width={18} />,
        hint: code,
      }))}
      values={shown.filter((code) => offered.includes(code))}
      // All of them is said by none, so that a marketplace that is new tomorrow is among them.
      onChange={(codes) => onChange(codes.length === offered.length ? [] : codes)}
      isDisabled={isDisabled}
    >
      <span className={styles.flags}>
        {shown.slice(0, 2).map((code) => (
          <Flag key={code} country={code} />
        ))}
      </span>
      <span className={styles.names}>
        {namesText(shown.map((code) => marketplaceOf(code)?.label ?? code))}
      </span>
      <span className={styles.codes}>{namesText(shown)}</span>
    </DraftPicker>
  )
}
