import { href } from 'react-router'
import { memberFrom } from '../../accounts/session/session.server'
import { log } from '../../runtime/log.server'
import { download, plainAnswer, respondToFailedDownload } from '../../storage/downloads.server'
import { FAILED_DOWNLOAD, MISSING_DOCUMENT } from '../rules'
import { personalFiles } from '../stored.server'
import type { Route } from './+types/download.resource'
import { personalDocumentFor } from './access.queries.server'

/** Serves a personal document; 404 for everybody but its person and the office. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const failed = () => respondToFailedDownload(request, href('/dashboard'), FAILED_DOWNLOAD)
  try {
    const document = await personalDocumentFor(memberFrom(context), params.file)
    if (!document) return plainAnswer(MISSING_DOCUMENT, 404)
    const { filePath: path, fileName: name, fileType: type } = document
    const file = { path, name, type, cacheControl: 'private, no-store' }
    return (await download(request, personalFiles, file)) ?? failed()
  } catch (error) {
    log.error({ err: error }, 'A personal document could not be read')
    return failed()
  }
}
