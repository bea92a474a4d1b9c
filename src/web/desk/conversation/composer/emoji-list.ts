export interface Emoji {
  readonly text: string;
  /** In English, for searching and for screen readers. */
  readonly name: string;
}
export interface EmojiGroup {
  readonly name: string;
  readonly emoji: readonly Emoji[];
}

const read = (lines: string): readonly Emoji[] =>
  lines.split(",").map((line) => {
    const [text = "", ...name] = line.trim().split(" ");
    return { text, name: name.join(" ") };
  });

/** What agents need, by what it is about. */
export const emojiGroups: readonly EmojiGroup[] = [
  {
    name: "Faces",
    emoji: read(
      "🙂 slight smile,😀 grin,😃 happy open mouth,😄 happy smiling eyes,😁 beaming,😆 laughing,😅 relieved sweat smile,😂 tears of joy laugh,🤣 rolling laugh,😊 blush smile,😇 angel halo,😉 wink,😍 heart eyes love,🥰 smiling hearts love,😘 kiss,😋 yummy,😎 cool sunglasses,🤩 star eyes excited,🥳 party celebrate,🤗 hug,🤔 thinking,🤨 raised eyebrow doubt,😐 neutral,😑 expressionless,🙄 rolling eyes,😏 smirk,😬 grimace awkward,😌 relieved calm,😔 pensive sad,😪 sleepy,😴 sleeping,😷 mask ill,🤒 thermometer ill,🤯 mind blown,😕 confused,🙁 slight frown,😟 worried,😮 surprised,😲 astonished,😳 flushed,🥺 pleading,😢 crying sad,😭 sobbing,😱 scream shock,😖 confounded,😞 disappointed,😓 downcast sweat,😩 weary,😤 huffing,😡 angry,🤖 robot",
    ),
  },
  {
    name: "People and hands",
    emoji: read(
      "👍 thumbs up yes good,👎 thumbs down no bad,👌 ok hand,✌️ victory peace,🤞 fingers crossed luck,👋 waving hand hello bye,🙏 folded hands thanks please,👏 clapping applause,🙌 raising hands hooray,🤝 handshake deal,💪 strong muscle,☝️ pointing up,👉 pointing right,👈 pointing left,👇 pointing down,✋ raised hand stop,🤷 shrug,🤦 facepalm,🙋 raising hand question,🙇 bowing sorry,👀 eyes looking,👤 person,👥 people,🧑‍💻 technologist computer,🧑‍🔧 mechanic repair,💁 tipping hand information",
    ),
  },
  {
    name: "Hearts and signs",
    emoji: read(
      "❤️ red heart love,🧡 orange heart,💛 yellow heart,💚 green heart,💙 blue heart,💜 purple heart,🖤 black heart,🤍 white heart,💔 broken heart,✨ sparkles,⭐ star,🌟 glowing star,🔥 fire hot,💯 hundred points,✅ check mark done,☑️ check box,✔️ check,❌ cross wrong,❗ exclamation,❓ question,⚠️ warning,🚫 forbidden,ℹ️ information,🆗 ok button,🆕 new,🔴 red circle,🟢 green circle,🟡 yellow circle,➡️ right arrow,⬅️ left arrow,⬆️ up arrow,⬇️ down arrow,🔄 refresh again,💤 sleep",
    ),
  },
  {
    name: "Things",
    emoji: read(
      "📎 paperclip file,📄 page document,📋 clipboard list,📝 memo note write,📅 calendar date,📆 tear off calendar,⏰ alarm clock,⏳ hourglass wait,⌛ hourglass done,🕐 clock time,📞 telephone receiver call,📱 mobile phone,💻 laptop computer,🖨️ printer,⌨️ keyboard,🖥️ desktop computer,📷 camera photo,🎧 headphones,📧 e-mail,✉️ envelope mail,📨 incoming envelope,📦 package parcel box,🚚 delivery truck,✈️ plane flight,🚗 car,🏠 house home,🏢 office building,🏪 shop store,🛒 shopping cart,💳 credit card,💰 money bag,💶 euro,💵 dollar,🧾 receipt invoice,🎁 gift present,🏷️ label tag price,🔑 key,🔒 lock closed,🔓 lock open,🔍 search magnifier,🔧 wrench tool,⚙️ gear settings,🔗 link,💡 idea light bulb,📌 pin,🔔 bell,📣 megaphone",
    ),
  },
  {
    name: "Life",
    emoji: read(
      "🎉 party popper celebrate,🎊 confetti,🎂 birthday cake,🎈 balloon,🏆 trophy win,🥇 gold medal,☕ coffee,🍵 tea,🍕 pizza,🍎 apple,🥂 cheers,🍀 four leaf clover luck,🌷 tulip flower,🌹 rose flower,🌻 sunflower,🌞 sun,🌈 rainbow,☀️ sunny weather,🌧️ rain weather,❄️ snow cold,🐶 dog,🐱 cat",
    ),
  },
];

/** Those that are known, in the order given. */
export function findEmoji(texts: readonly string[]): readonly Emoji[] {
  const all = emojiGroups.flatMap(({ emoji }) => emoji);
  return texts.flatMap((text) => all.find((one) => one.text === text) ?? []);
}
