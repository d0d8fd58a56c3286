import { useState } from 'react'
import styles from './Avatar.module.css'
import { cx } from './class-names.ts'
import { initials } from './initials.ts'

interface AvatarProps {
  name: string
  /** A person is round, a workspace square. */
  type?: 'avatar' | 'workspace'
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  src?: string
}

/** The picture of a person or company, or its initials. It decorates: the name stands beside it. */
export function Avatar({ name, type = 'avatar', size = 'sm', src }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const hasPicture = src !== undefined && src !== failedSrc
  return (
    // Drawn rather than written, so that a control around it is called as it reads.
    <span
      className={cx(styles.avatar, styles[type], styles[size])}
      data-initials={hasPicture ? undefined : initials(name)}
      aria-hidden
    >
      {hasPicture && <img src={src} alt="" onError={() => setFailedSrc(src)} />}
    </span>
  )
}
