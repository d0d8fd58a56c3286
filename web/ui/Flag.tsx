import styles from './Flag.module.css'

// Each flag is a file of its own: a page loads the few it shows.
const files = import.meta.glob(
  '/../node_modules/country-flag-icons/3x2/{AU,BE,BR,CA,EG,FR,DE,IN,IE,IT,JP,MX,NL,PL,SA,SG,ES,SE,TR,AE,GB,US}.svg',
  { query: '?url', import: 'default', eager: true },
) as Record<string, string>
const urls = new Map(Object.entries(files).map(([path, url]) => [path.slice(-6, -4), url]))

/** The flag of a country; nothing for a code without one. The name stands beside it. */
export function Flag({ country, width = 15 }: { country: string; width?: number }) {
  const url = urls.get(country)
  if (!url) return null
  return <img src={url} width={width} height={(width * 2) / 3} alt="" className={styles.flag} />
}
