import { useParams } from '@tanstack/react-router'
import { Suspense, use } from 'react'
import { ThemeSwitch } from '#web/shell/ThemeSwitch.tsx'
import { ToastRegion } from '#web/ui/ToastRegion.tsx'
import { GALLERY_GROUPS } from './gallery-page.ts'
import { galleryPages, type ListedPage } from './gallery-pages.ts'
import styles from './Gallery.module.css'
import { GalleryStates } from './GalleryStates.tsx'

const pages = galleryPages()

/** Every piece of the interface in every state: `/__ui/Button`, and `/__ui/Modal?state=Open` for one that covers. */
export const Gallery = () => (
  <Suspense fallback={<p>Reading the gallery</p>}>
    <GalleryFrame pages={use(pages)} />
    <ToastRegion />
  </Suspense>
)

function GalleryFrame({ pages }: { pages: readonly ListedPage[] }) {
  const { page: slug } = useParams({ strict: false }) as { page?: string }
  const page = pages.find((listed) => listed.slug === slug)
  return (
    <div className={styles.frame}>
      <header className={styles.side}>
        <a href="/__ui" className={styles.home}>
          Gallery
        </a>
        <ThemeSwitch />
        <nav aria-label="Pieces" className={styles.pieces}>
          {GALLERY_GROUPS.map((group) => (
            <Group key={group} name={group} pages={pages} current={page} />
          ))}
        </nav>
      </header>
      <main className={styles.main}>
        {page ? <GalleryStates page={page} /> : <h1 className={styles.title}>The pieces of the interface</h1>}
      </main>
    </div>
  )
}

interface GroupProps {
  name: ListedPage['group']
  pages: readonly ListedPage[]
  current: ListedPage | undefined
}

function Group({ name, pages, current }: GroupProps) {
  const members = pages.filter(({ group }) => group === name)
  if (members.length === 0) return null
  return (
    <>
      <h2 className={styles.group}>{name}</h2>
      <ul>
        {members.map((page) => (
          <li key={page.slug}>
            <a
              href={`/__ui/${page.slug}`}
              className={styles.piece}
              aria-current={page === current ? 'page' : undefined}
            >
              {page.title}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
