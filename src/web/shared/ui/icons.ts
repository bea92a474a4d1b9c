import activity from "lucide/dist/esm/icons/activity.mjs";
import archive from "lucide/dist/esm/icons/archive.mjs";
import arrowDownNarrowWide from "lucide/dist/esm/icons/arrow-down-narrow-wide.mjs";
import arrowDownWideNarrow from "lucide/dist/esm/icons/arrow-down-wide-narrow.mjs";
import arrowRightLeft from "lucide/dist/esm/icons/arrow-right-left.mjs";
import arrowUp from "lucide/dist/esm/icons/arrow-up.mjs";
import ban from "lucide/dist/esm/icons/ban.mjs";
import bell from "lucide/dist/esm/icons/bell.mjs";
import bot from "lucide/dist/esm/icons/bot.mjs";
import check from "lucide/dist/esm/icons/check.mjs";
import checkCheck from "lucide/dist/esm/icons/check-check.mjs";
import chevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import chevronLeft from "lucide/dist/esm/icons/chevron-left.mjs";
import chevronRight from "lucide/dist/esm/icons/chevron-right.mjs";
import clock from "lucide/dist/esm/icons/clock.mjs";
import download from "lucide/dist/esm/icons/download.mjs";
import ellipsis from "lucide/dist/esm/icons/ellipsis.mjs";
import externalLink from "lucide/dist/esm/icons/external-link.mjs";
import eye from "lucide/dist/esm/icons/eye.mjs";
import eyeOff from "lucide/dist/esm/icons/eye-off.mjs";
import faceSlightlySmiling from "lucide/dist/esm/icons/face-slightly-smiling.mjs";
import fileText from "lucide/dist/esm/icons/file-text.mjs";
import globe from "lucide/dist/esm/icons/globe.mjs";
import headphones from "lucide/dist/esm/icons/headphones.mjs";
import image from "lucide/dist/esm/icons/image.mjs";
import inbox from "lucide/dist/esm/icons/inbox.mjs";
import keyboard from "lucide/dist/esm/icons/keyboard.mjs";
import link from "lucide/dist/esm/icons/link.mjs";
import list from "lucide/dist/esm/icons/list.mjs";
import mail from "lucide/dist/esm/icons/mail.mjs";
import mapPin from "lucide/dist/esm/icons/map-pin.mjs";
import messageCircle from "lucide/dist/esm/icons/message-circle.mjs";
import mic from "lucide/dist/esm/icons/mic.mjs";
import network from "lucide/dist/esm/icons/network.mjs";
import panelRight from "lucide/dist/esm/icons/panel-right.mjs";
import paperclip from "lucide/dist/esm/icons/paperclip.mjs";
import pencil from "lucide/dist/esm/icons/pencil.mjs";
import phone from "lucide/dist/esm/icons/phone.mjs";
import plug from "lucide/dist/esm/icons/plug.mjs";
import plus from "lucide/dist/esm/icons/plus.mjs";
import reply from "lucide/dist/esm/icons/reply.mjs";
import rotateCcw from "lucide/dist/esm/icons/rotate-ccw.mjs";
import search from "lucide/dist/esm/icons/search.mjs";
import sendHorizontal from "lucide/dist/esm/icons/send-horizontal.mjs";
import settings from "lucide/dist/esm/icons/settings.mjs";
import sticker from "lucide/dist/esm/icons/sticker.mjs";
import stickyNote from "lucide/dist/esm/icons/sticky-note.mjs";
import thumbsDown from "lucide/dist/esm/icons/thumbs-down.mjs";
import thumbsUp from "lucide/dist/esm/icons/thumbs-up.mjs";
import trash from "lucide/dist/esm/icons/trash.mjs";
import triangleAlert from "lucide/dist/esm/icons/triangle-alert.mjs";
import userRound from "lucide/dist/esm/icons/user-round.mjs";
import usersRound from "lucide/dist/esm/icons/users-round.mjs";
import video from "lucide/dist/esm/icons/video.mjs";
import volume2 from "lucide/dist/esm/icons/volume-2.mjs";
import volumeX from "lucide/dist/esm/icons/volume-x.mjs";
import workflow from "lucide/dist/esm/icons/workflow.mjs";
import x from "lucide/dist/esm/icons/x.mjs";
import zap from "lucide/dist/esm/icons/zap.mjs";

/** The icons of all pages by what they stand for. Source: Lucide. */
export const icons = {
  all: list,
  archive: archive,
  attach: paperclip,
  audio: headphones,
  back: chevronLeft,
  bell: bell,
  block: ban,
  bot: bot,
  canned: zap,
  chart: workflow,
  chat: messageCircle,
  check: check,
  clock: clock,
  close: x,
  delivered: checkCheck,
  deliveries: activity,
  down: chevronDown,
  download: download,
  edit: pencil,
  emoji: faceSlightlySmiling,
  external: externalLink,
  file: fileText,
  hidden: eyeOff,
  inbox: inbox,
  keys: keyboard,
  left: mail,
  link: link,
  longest: arrowDownWideNarrow,
  mic: mic,
  more: ellipsis,
  mute: volumeX,
  network: network,
  newest: arrowDownNarrowWide,
  next: chevronRight,
  note: stickyNote,
  panel: panelRight,
  people: usersRound,
  person: userRound,
  phone: phone,
  photo: image,
  place: mapPin,
  plug: plug,
  plus: plus,
  reply: reply,
  reopen: rotateCcw,
  search: search,
  eye: eye,
  send: sendHorizontal,
  settings: settings,
  site: globe,
  sound: volume2,
  sticker: sticker,
  thumbDown: thumbsDown,
  thumbUp: thumbsUp,
  transfer: arrowRightLeft,
  up: arrowUp,
  trash: trash,
  video: video,
  warning: triangleAlert,
};
