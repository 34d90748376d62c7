import 'hls.js/dist/hls.worker.js'

// hls.js gives Chromium MP3 as raw frames, which are laid one behind the other from where the segment begins in the list,
// without their stamps (`typeSupported.mpeg` in its TransmuxerInterface). Without that type it writes them as MP4, each
// with its time. Capturing: before the listener of hls.js.
addEventListener(
  'message',
  ({ data }: MessageEvent<{ typeSupported?: { mpeg: boolean } }>) => {
    if (data.typeSupported) data.typeSupported.mpeg = false
  },
  { capture: true },
)
