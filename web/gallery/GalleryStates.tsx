import type { ListedPage } from './gallery-pages.ts'
import styles from './Gallery.module.css'

/** The states of one piece; with `?state=Name` that one alone. */
export function GalleryStates({ page }: { page: ListedPage }) {
  const chosen = new URLSearchParams(location.search).get('state')
  const states = page.states.filter(({ name }) => chosen === null || name === chosen)
  return (
    <>
      <h1 className={styles.title}>{page.title}</h1>
      {states.map((state) => (
        <section key={state.name} className={styles.state}>
          <h2 className={styles.name}>{state.name}</h2>
          {state.isAlone && chosen === null ? (
            <a
              href={`/__ui/${page.slug}?${new URLSearchParams({ state: state.name })}`}
              className={styles.alone}
              data-gallery-alone
            >
              Shown on a page of its own: {state.name}
            </a>
          ) : (
            <div className={styles.piecework}>{state.render()}</div>
          )}
        </section>
      ))}
    </>
  )
}
