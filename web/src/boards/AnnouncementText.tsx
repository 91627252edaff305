import { piecesOf } from '@forum/shared/announcement'
import { Link } from 'react-router-dom'

/** The text of an announcement with its links. */
export const AnnouncementText = ({ text, linkClass }: { text: string; linkClass: string }) =>
  piecesOf(text).map((piece, index) =>
    piece.to === null ? (
      piece.text
    ) : piece.to.startsWith('/') ? (
      <Link key={index} to={piece.to} className={linkClass}>
        {piece.text}
      </Link>
    ) : (
      <a key={index} href={piece.to} className={linkClass} rel="noopener">
        {piece.text}
      </a>
    ),
  )
