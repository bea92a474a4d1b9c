import { textsOf } from "../../../shared/language/texts.ts";
import { emojiTexts } from "../../texts/en/emoji.ts";

const text = textsOf("emoji", emojiTexts);

export interface Emoji {
  readonly text: string;
  /** For searching and for screen readers. */
  readonly name: string;
}
export interface EmojiGroup {
  readonly name: string;
  readonly emoji: readonly Emoji[];
}

/** The emoji that agents need, by topic. */
const groups = {
  faces:
    "🙂 😀 😃 😄 😁 😆 😅 😂 🤣 😊 😇 😉 😍 🥰 😘 😋 😎 🤩 🥳 🤗 🤔 🤨 😐 😑 🙄 😏 😬 😌 😔 😪 😴 😷 🤒 🤯 😕 🙁 😟 😮 😲 😳 🥺 😢 😭 😱 😖 😞 😓 😩 😤 😡 🤖",
  people: "👍 👎 👌 ✌️ 🤞 👋 🙏 👏 🙌 🤝 💪 ☝️ 👉 👈 👇 ✋ 🤷 🤦 🙋 🙇 👀 👤 👥 🧑‍💻 🧑‍🔧 💁",
  signs: "❤️ 🧡 💛 💚 💙 💜 🖤 🤍 💔 ✨ ⭐ 🌟 🔥 💯 ✅ ☑️ ✔️ ❌ ❗ ❓ ⚠️ 🚫 ℹ️ 🆗 🆕 🔴 🟢 🟡 ➡️ ⬅️ ⬆️ ⬇️ 🔄 💤",
  things:
    "📎 📄 📋 📝 📅 📆 ⏰ ⏳ ⌛ 🕐 📞 📱 💻 🖨️ ⌨️ 🖥️ 📷 🎧 📧 ✉️ 📨 📦 🚚 ✈️ 🚗 🏠 🏢 🏪 🛒 💳 💰 💶 💵 🧾 🎁 🏷️ 🔑 🔒 🔓 🔍 🔧 ⚙️ 🔗 💡 📌 🔔 📣",
  life: "🎉 🎊 🎂 🎈 🏆 🥇 ☕ 🍵 🍕 🍎 🥂 🍀 🌷 🌹 🌻 🌞 🌈 ☀️ 🌧️ ❄️ 🐶 🐱",
} as const;

type GroupName = keyof typeof groups;
const groupNames: readonly GroupName[] = ["faces", "people", "signs", "things", "life"];

export const emojiGroups = (): readonly EmojiGroup[] =>
  groupNames.map((group) => ({ name: text(group), emoji: named(groups[group].split(" ")) }));

/** The known emoji, in the given order. */
export function findEmoji(texts: readonly string[]): readonly Emoji[] {
  const all = emojiGroups().flatMap(({ emoji }) => emoji);
  return texts.flatMap((sought) => all.find((one) => one.text === sought) ?? []);
}

const isKnown = (one: string): one is keyof typeof emojiTexts => Object.hasOwn(emojiTexts, one);

const named = (all: readonly string[]): readonly Emoji[] =>
  all.filter(isKnown).map((one) => ({ text: one, name: text(one) }));
