import { Package } from 'lucide-react'
import { useState } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Thumbnail.module.css'

interface ThumbnailProps {
  src?: string | null
  size?: 28 | 32 | 72
}

/** A product's picture, loaded when it comes into view. The product's name stands beside it. */
export function Thumbnail({ src, size = 32 }: ThumbnailProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  return (
    <span className={styles.thumbnail} style={{ width: size, height: size }}>
      {src && src !== failedSrc ? (
        <img src={src} width={size} height={size} alt="" loading="lazy" onError={() => setFailedSrc(src)} />
      ) : (
        <Icon of={Package} size={size > 32 ? 20 : 16} />
      )}
    </span>
  )
}
