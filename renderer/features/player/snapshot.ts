/** The shown frame as PNG at the media's own size; null when there is no frame yet. Same origin, so never tainted. */
export const frameAsPng = async (video: HTMLVideoElement): Promise<Blob | null> => {
  if (video.readyState < 2 || video.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Puts a PNG on the clipboard; false when the system refused. */
export const copyPng = async (png: Blob): Promise<boolean> => {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
    return true
  } catch {
    return false
  }
}
