import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { LoadBar } from '#web/ui/LoadBar.tsx'
import { wholeText } from '#web/ui/numbers.ts'
import { useShownLoading } from '#web/ui/use-shown-loading.ts'
import band from './table-band.module.css'
import styles from './TablePager.module.css'
import type { TablePaging } from './use-paged-table.ts'

interface TablePagerProps {
  label: string
  paging: TablePaging
  /** The rows shown are those of the page or question before. */
  isBusy?: boolean
}

/** Which rows of how many are shown, and the way to those before and after. */
export function TablePager({ paging, label, isBusy = false }: TablePagerProps) {
  const { page, pages, first, end, total, onPage } = paging
  const isShownBusy = useShownLoading(isBusy)
  return (
    <nav className={cx(band.band, styles.pager)} aria-label={label}>
      {isShownBusy && <LoadBar />}
      <output className={styles.place}>
        {total !== undefined &&
          total > 0 &&
          `${wholeText(first + 1)} to ${wholeText(end)} of ${wholeText(total)}`}
      </output>
      <Button
        kind="ghost"
        size="sm"
        icon={ChevronLeft}
        disabledReason={page === 0 ? 'This is the first page.' : undefined}
        onPress={() => onPage(page - 1)}
      >
        Previous
      </Button>
      <Button
        kind="ghost"
        size="sm"
        icon={ChevronRight}
        disabledReason={page >= pages - 1 ? 'This is the last page.' : undefined}
        onPress={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  )
}
