import { createContext, useContext } from 'react'
import styles from './keyed-table.module.css'

/** Shows a product in the drawer; absent where a page has none. */
export const OpenProduct = createContext<((sku: string) => void) | null>(null)

/** The name of a product, which opens it. The table has one tab stop: keys open it from its cell. */
export function ProductName({ sku, children }: { sku: string; children: React.ReactNode }) {
  const open = useContext(OpenProduct)
  if (!open || sku === '') return children
  return (
    <button type="button" tabIndex={-1} className={styles.product} onClick={() => open(sku)}>
      {children}
    </button>
  )
}
