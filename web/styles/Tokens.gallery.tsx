import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import styles from './Tokens.gallery.module.css'

const CHART = {
  sales: 'Sales, revenue',
  units: 'Units, orders, traffic',
  ads: 'Advertising',
  profit: 'Profit, margin',
  fees: 'Marketplace fees',
  cogs: 'Cost of goods',
  refunds: 'Refunds, returns, loss',
  other: 'Tax, other',
  prior: 'Comparison, always dashed',
}
const GROUNDS = ['bg', 'bg-chrome', 'bg-subtle', 'bg-hover', 'bg-active', 'bg-raised', 'bg-selected']
const TEXTS = ['text', 'text-2', 'text-muted', 'text-link', 'pos', 'neg', 'warn', 'info']
const SIZES = ['display', 'h1', 'h2', 'h3', 'lg', 'md', 'sm', 'xs']
const SEQUENCE = [1, 2, 3, 4, 5, 6, 7]

const Swatch = ({ token, name }: { token: string; name: string }) => (
  <span className={styles.swatch}>
    <span className={styles.colour} style={{ background: `var(--${token})` }} />
    {name}
  </span>
)

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Colours and type',
  states: [
    {
      name: 'Charts, by meaning',
      render: () =>
        Object.entries(CHART).map(([token, name]) => <Swatch key={token} token={`c-${token}`} name={name} />),
    },
    {
      name: 'Age and intensity',
      render: () => SEQUENCE.map((step) => <Swatch key={step} token={`c-seq-${step}`} name={`${step}`} />),
    },
    {
      name: 'Grounds',
      render: () => GROUNDS.map((token) => <Swatch key={token} token={token} name={token} />),
    },
    {
      name: 'Words',
      render: () =>
        TEXTS.map((token) => (
          <span key={token} style={{ color: `var(--${token})` }}>
            {token}
          </span>
        )),
    },
    {
      name: 'Sizes',
      render: () =>
        SIZES.map((size) => (
          <span key={size} style={{ fontSize: `var(--text-${size})` }}>
            {size} 1,284,020
          </span>
        )),
    },
  ],
}
