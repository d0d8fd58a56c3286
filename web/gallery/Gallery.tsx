import { useParams } from '@tanstack/react-router'
import { Suspense, use } from 'react'
import { ThemeSwitch } from '#web/shell/ThemeSwitch.tsx'
import { ToastRegion } from '#web/ui/ToastRegion.tsx'
import { galleryPage } from './gallery-pages.ts'
import styles from './Gallery.module.css'
import { GalleryList } from './GalleryList.tsx'
import { GalleryStates } from './GalleryStates.tsx'

/**
 * Every piece of the interface in every state: `/__ui/Button`, and `/__ui/Modal?state=Open` for one that covers the
 * page. With `bare` the list of pieces stays away; tests want one piece and not what all others need.
 */
export function Gallery() {
  const { page: slug } = useParams({ strict: false }) as { page?: string }
  const isBare = new URLSearchParams(location.search).has('bare')
  return (
    <div className={styles.frame}>
      <header className={styles.side}>
        <a href="/__ui" className={styles.home}>
          Gallery
        </a>
        <ThemeSwitch />
        <Suspense>{!isBare && <GalleryList currentSlug={slug} />}</Suspense>
      </header>
      <main className={styles.main}>
        {slug === undefined ? (
          <h1 className={styles.title}>The pieces of the interface</h1>
        ) : (
          <Suspense>
            <ChosenPage slug={slug} />
          </Suspense>
        )}
      </main>
      <ToastRegion />
    </div>
  )
}

const chosenPages = new Map<string, ReturnType<typeof galleryPage>>()

function ChosenPage({ slug }: { slug: string }) {
  if (!chosenPages.has(slug)) chosenPages.set(slug, galleryPage(slug))
  const page = use(chosenPages.get(slug)!)
  if (!page) return <h1 className={styles.title}>There is no piece of this name</h1>
  return <GalleryStates page={page} />
}
