//! Why an answer is not better, in words: each reason is written here and nowhere else. Must not know when one holds.

use crate::pointsto::Exhausted;
use crate::reflection::{Api, Limit, Role};
use crate::strings::{LENGTH, TooMany};

pub(super) const NOT_ANALYSED: &str = "reflection is not analysed in this mode";
pub(super) const AT_BUDGET: &str = "the analysis stopped at its budget";
pub(super) const LEFT_OUT: &str = "the analysis used up its budget before it came to all of this code";
pub(super) const MADE_AT_RUN_TIME: &str = "the class is made at run time";
pub(super) const KNOWN_BY_LOADER: &str = "a class asked for is not on the class path, and the class loader may know it";
pub(super) const BROUGHT_AT_RUN_TIME: &str =
    "the program defines classes while it runs, and the class asked for may be one of them";
pub(super) const SUPPLIED: &str = "the class is supplied by the container";
pub(super) const LOOK_UP_FAILS: &str = "the look-up before it always fails";
pub(super) const NO_TEXT_IS_MADE: &str =
    "for each value that arrives, a branch before the call goes elsewhere, or what makes the name of it throws";
pub(super) const ANY_OF_CLASS: &str =
    "the name is not known, so that all members of the class that it may name are listed";
pub(super) const ANY_THAT_FITS: &str =
    "a part of the name is not known, so that all classes are listed that have such a name; the result is cast";
pub(super) const ANY_THAT_IS_CAST: &str =
    "the name is not known, so that all classes are listed that the cast of the result lets pass";
pub(super) const OVERLOOKED: &str = "internal: an unknown value plays a part in the call, and no rule answers for it";

pub(super) const DISAGREE: &str =
    "internal: what is proven of the inputs of the call, and what was found for them, have nothing in common";
pub(super) const FOR_CALLERS: &str = "known from what each caller of the method passes";

pub(super) const TOO_MANY_VALUES: &str =
    "more values arrive than can be told apart; what the rest stands for is unknown";

/// Casts do not bound a class that is not known.
pub(super) const NEVER_CAST: &str =
    "what the call makes of an unknown class is nowhere cast to a type that few classes have";
pub(super) const MADE_AND_HANDED_OVER: &str =
    "what the call makes of an unknown class is handed to code that was not looked at";
pub(super) const MADE_AND_DROPPED: &str =
    "what the call makes of an unknown class is dropped by a caller, where no cast says what it is";
pub(super) const MADE_AND_TESTED: &str =
    "what the call makes of an unknown class is tested, and the program goes on without it where it is of another type";
pub(super) const BOUNDED_BY_CAST: &str = "the class is known only by what its objects are cast to";

pub(super) const TOLD_BY_RECEIVERS: &str =
    "the class that declares the member is not known; listed are the members that the objects it is used on have";

pub(super) fn no_class_is(ty: &str) -> String {
    format!("what the call makes is cast to {ty}, and no class that was found is one")
}

/// Whoever uses a library may add to it.
pub(super) fn left_to_users(ty: &str) -> String {
    format!("users of this library may add classes that are a {ty}")
}

pub(super) fn called_before_cast(method: &str) -> String {
    format!("{method} is called on what the call makes of an unknown class")
}

/// Which budget it was, and what raises it.
pub(super) fn stopped_at(limit: Exhausted) -> String {
    let of = match limit {
        Exhausted::Facts(most) => format!("{most} facts (max-facts)"),
        Exhausted::Steps(most) => format!("{most} steps (max-steps)"),
        Exhausted::Bytes(most) => format!("{} MB of memory (max-memory)", most / 1_000_000),
    };
    format!("{AT_BUDGET} of {of}")
}

/// An operation on texts was given up.
pub(super) fn too_many_texts(why: TooMany) -> String {
    match why {
        TooMany::Combinations(most) => format!("the name is put together, and more than {most} texts may come of it"),
        TooMany::Rounds(most) => {
            format!("the name is put together in a loop of what the loop made before, more than {most} times")
        }
        TooMany::Characters => format!("the name is put together, and may be longer than {LENGTH} characters"),
    }
}

/// No model says what the API does.
pub(super) fn not_modelled(api: &Api) -> String {
    format!("{} is not modelled yet", api.short_name())
}

/// A class that is there could not be read, although a JVM may read it.
pub(super) fn unread(class: &str) -> String {
    format!("class {class} is there, and could not be read")
}

/// A class lies where a JVM finds it in a jar only.
pub(super) fn versioned(class: &str) -> String {
    format!(
        "class {class} is in META-INF/versions of a folder only, where it is found once that is packed as a multi-release jar"
    )
}

/// A member may be in the form of a class that a JVM takes from a jar only.
pub(super) fn other_form(class: &str) -> String {
    format!(
        "META-INF/versions of the folder has another class {class}, which may have the member: it is the one that is found \
         once that is packed as a multi-release jar"
    )
}

/// The call makes another one, with what it was given.
pub(super) fn calls_through(api: &Api) -> String {
    format!("it calls {} with what is not known", api.short_name())
}

/// An unknown value plays this part; `None` for parts that decide nothing.
pub(super) fn unknown(role: Role) -> Option<&'static str> {
    Some(match role {
        Role::Name => "the name is not known",
        Role::Class => "the class is not known",
        Role::Answer => "the class that the class loader gives is not known",
        Role::Member => "the member is not known",
        Role::Receiver => "the receiver's class is not known",
        Role::Handler => "the handler is not known",
        _ => return None,
    })
}

/// No value at all plays this part.
pub(super) fn nothing_arrives(role: Role) -> String {
    let what = match role {
        Role::Name => "name",
        Role::Class => "class",
        Role::Member => "member",
        Role::Handle => "method handle",
        Role::Type => "type of a method handle",
        Role::Handler => "handler",
        _ => "receiver",
    };
    format!("no {what} reaches the call in the analysed flow")
}

/// What a cut means, for readers who do not know how the analysis works.
pub(super) fn cut_off(limit: Limit) -> String {
    match limit {
        Limit::Names(most) => format!(
            "more than {most} class names may arrive; the classes are listed, but what they do once they are loaded was \
             not looked at"
        ),
        Limit::Targets(most) => format!(
            "more than {most} classes or members may be meant; all are listed, but only {most} were looked into, so what \
             the others do, call and return is unknown"
        ),
        Limit::Met(most) => format!(
            "more than {most} classes, members or names meet at the call; the others are neither listed nor looked into"
        ),
        Limit::OwnProviders => {
            "the JDK's own providers of a service that it asks for itself are listed, but what they do was not \
             looked at"
                .to_owned()
        }
        Limit::Dimensions(most) => {
            format!(
                "arrays are made of arrays again and again; those of more than {most} dimensions were not looked at"
            )
        }
    }
}
