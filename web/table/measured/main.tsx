// What `npm run bench -- --only table` builds and measures.
import '@fontsource-variable/instrument-sans/wdth.css'
import '../../styles/tokens.css'
import '../../styles/base.css'
import { createRoot } from 'react-dom/client'
import { sampleProducts } from '../sample-products.ts'
import { LargeTable } from '../LargeTable.tsx'

declare global {
  interface Window {
    /** Shows the table and tells how many milliseconds pass from having its data to its first picture. */
    showTable: () => Promise<number>
  }
}

const products = sampleProducts(10_000)

window.showTable = () =>
  new Promise((resolve) => {
    const root = document.getElementById('root')!
    const began = performance.now()
    new MutationObserver((_, observer) => {
      if (!root.querySelector('tbody td')) return
      observer.disconnect()
      // The callback of a frame runs before it is painted, and what it posts runs after.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
    }).observe(root, { childList: true, subtree: true })
    createRoot(root).render(<LargeTable products={products} />)
  })
